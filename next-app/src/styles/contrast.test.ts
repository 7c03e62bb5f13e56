import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { themes as listed } from "@/lib/style-key";

/** The design tokens of each theme in light and dark, measured by WCAG contrast ratio. */
type Mode = "light" | "dark";
type Tokens = Record<string, Record<Mode, string>>;

const folder = import.meta.dirname;
const base = tokensOf(readFileSync(join(folder, "tokens.css"), "utf8"));
const themes: [string, Tokens][] = [
  ["default", base],
  ...readdirSync(join(folder, "themes")).map((file): [string, Tokens] => [
    file.replace(".css", ""),
    { ...base, ...tokensOf(readFileSync(join(folder, "themes", file), "utf8")) },
  ]),
];

function tokensOf(css: string): Tokens {
  const tokens: Tokens = {};
  for (const [, name = "", light = "", dark = ""] of css.matchAll(
    /--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g,
  )) {
    tokens[name] = { light, dark };
  }
  return tokens;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const levels = ["available", "nearing", "almost", "reached", "unavailable"];

const pairs: [string, string, number][] = [
  ...["canvas", "surface", "sunken"].flatMap((ground): [string, string, number][] => [
    ["ink", ground, 4.5],
    ["ink-2", ground, 4.5],
    ["link", ground, 4.5],
    ["focus", ground, 3],
  ]),
  ["control", "surface", 3],
  // A radio button or checkbox that can be chosen, beside a disabled one.
  ["ink-2", "line", 3],
  ["brand", "surface", 3],
  ["brand", "canvas", 3],
  ["on-brand", "brand", 4.5],
  ["on-brand", "brand-hover", 4.5],
  ["on-brand-soft", "brand-soft", 4.5],
  ["ink", "brand-soft", 4.5],
  ...["danger", "warn", "ok"].flatMap((tone): [string, string, number][] => [
    [tone, "surface", 4.5],
    [tone, `${tone}-soft`, 4.5],
  ]),
  ...levels.flatMap((level): [string, string, number][] => [
    [`${level}-text`, `${level}-fill`, 4.5],
    [`${level}-mark`, "surface", 3],
  ]),
];

describe.each(themes)("theme %s", (_, tokens) => {
  describe.each<Mode>(["light", "dark"])("%s", (mode) => {
    test.each(pairs)("the contrast of %s on %s is at least %d", (text, ground, least) => {
      const [one, other] = [tokens[text]?.[mode], tokens[ground]?.[mode]];
      if (!one || !other) throw new Error(`no token ${text} or ${ground}`);
      expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
    });
  });
});

test("each theme is imported and listed, and has its own brand, surfaces and shapes", () => {
  const files = readdirSync(join(folder, "themes"));
  expect(files).toEqual(listed.map((name) => `${name}.css`));
  const imported = readFileSync(join(folder, "globals.css"), "utf8").match(/themes\/[a-z-]+\.css/g);
  expect(imported).toEqual(files.map((file) => `themes/${file}`));
  for (const token of ["brand", "canvas", "sunken", "radius-button", "radius-card"]) {
    const values = ["tokens.css", ...files.map((file) => join("themes", file))].map((file) => {
      const css = readFileSync(join(folder, file), "utf8");
      return new RegExp(`--${token}: ([^;]+);`).exec(css)?.[1];
    });
    expect(new Set(values).size, token).toBe(files.length + 1);
  }
});

test("themes do not change the colours of availability levels", () => {
  for (const file of readdirSync(join(folder, "themes"))) {
    const names = Object.keys(tokensOf(readFileSync(join(folder, "themes", file), "utf8")));
    expect(names.filter((name) => levels.some((level) => name.startsWith(level)))).toEqual([]);
  }
});

test("the demo's tickets on paper have the brand color of their venue's theme", () => {
  const sites = readFileSync(join(folder, "../../../catalog/sites.toml"), "utf8");
  const colors = [...sites.matchAll(/^css_key = "(.*)"\nticket_color = "(.*)"$/gm)];
  expect(colors).toHaveLength(3);
  for (const [, theme, color] of colors)
    expect(themes.find(([name]) => name === theme)?.[1].brand?.light).toBe(color);
});
