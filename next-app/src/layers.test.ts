import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * The layers of the app, lowest first. A file may import from its own folder and from lower layers. A feature never
 * imports another feature. A part may import other parts.
 */
const layers = [["lib", "text"], ["api"], ["ui", "flow"], ["parts"], ["features"], ["app"]];
const source = import.meta.dirname;

function rank(folder: string): number | null {
  const found = layers.findIndex((layer) => layer.includes(folder));
  return found < 0 ? null : found;
}

function files(): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
}

function imports(file: string): string[] {
  const text = readFileSync(join(source, file), "utf8");
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return found.map((name) =>
    name.startsWith("@/") ? name.slice(2) : relative(source, resolve(source, dirname(file), name)),
  );
}

function errors(): string[] {
  const found: string[] = [];
  for (const file of files()) {
    const [fromFolder = "", fromTopic = ""] = file.split("/");
    const from = rank(fromFolder);
    if (from === null) continue;
    for (const target of imports(file)) {
      const [toFolder = "", toTopic = ""] = target.split("/");
      const to = rank(toFolder);
      if (to === null || toFolder === fromFolder) {
        if (fromFolder === "features" && toFolder === "features" && fromTopic !== toTopic) {
          found.push(`${file} imports the feature ${toTopic}: what two features need is a part`);
        }
        continue;
      }
      if (to >= from) found.push(`${file} imports ${target}, which lies above it or beside it`);
    }
  }
  return found;
}

test("files import only from their own folder and from lower layers, and features do not import each other", () => {
  expect(errors()).toEqual([]);
});

test("the layer check finds the files of the app", () => {
  expect(files().length).toBeGreaterThan(10);
});
