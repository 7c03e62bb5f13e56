"use client";

import { type ReactNode, useEffect } from "react";
import { themes } from "@/lib/style-key";
import { buttonClass } from "@/ui/button";
import { TextField } from "@/ui/field";
import { ButtonSamples, ColourSamples, MessageSamples, TextSamples } from "./basic-samples";
import { ChoiceSamples, FieldSamples, FormSample } from "./form-samples";
import { CardSamples, LevelSamples, SummarySample, TicketSample } from "./shop-samples";

type Mode = "light" | "dark" | null;

type Props = {
  /** The key of the theme that is shown. */
  theme: string;
  /** Null for the browser's own choice. */
  mode: Mode;
  /** The theme of the whole shop. */
  ownTheme: string;
};

const sections: [string, () => ReactNode][] = [
  ["Colors", ColourSamples],
  ["Text", TextSamples],
  ["Buttons and links", ButtonSamples],
  ["Fields", FieldSamples],
  ["Choices", ChoiceSamples],
  ["A form with errors", FormSample],
  ["Messages", MessageSamples],
  ["How full a day is", LevelSamples],
  ["Cards and prices", CardSamples],
  ["Ticket", TicketSample],
  ["Summary", SummarySample],
];

/**
 * All components in all states in one theme, for operators who judge their theme. Its texts are for operators, who need
 * not replace them. The theme and the mode are chosen with links and a form, which work without scripts. With scripts,
 * the whole page has the theme, otherwise the samples have it.
 */
export function ThemePreview({ theme, mode, ownTheme }: Props) {
  useThemeOfPage(theme, mode);
  const keys = [...new Set([ownTheme, ...themes])];
  return (
    <div className={`${theme} bg-canvas py-4 text-ink`} data-style-key={theme} data-theme={mode ?? undefined}>
      <div className="frame grid gap-8">
        <header className="grid gap-4">
          <h1 className="text-h1">Theme preview</h1>
          <p className="max-w-[68ch] text-ink-2">
            Every component in all its states. Point at components and move through them with the Tab key.
            Then look at this page at 200 % zoom (Ctrl and +, or Command and +): nothing may be cut off. Look
            at it with the contrast theme of the operating system, too: every border and mark must stay
            visible.
          </p>
          <nav aria-label="Theme" className="flex flex-wrap gap-2">
            {keys.map((key) => (
              <Switch key={key} on={key === theme} href={addressOf(key, mode)}>
                {key === ownTheme ? `${key} (this shop)` : key}
              </Switch>
            ))}
          </nav>
          <nav aria-label="Mode" className="flex flex-wrap gap-2">
            <Switch on={mode === null} href={addressOf(theme, null)}>
              As the device
            </Switch>
            <Switch on={mode === "light"} href={addressOf(theme, "light")}>
              Light
            </Switch>
            <Switch on={mode === "dark"} href={addressOf(theme, "dark")}>
              Dark
            </Switch>
          </nav>
          <form className="flex flex-wrap items-end gap-3">
            {mode === null ? null : <input type="hidden" name="mode" value={mode} />}
            <TextField
              label="Another theme"
              hint="The style key of a shop or of a site"
              name="key"
              autoComplete="off"
              maxLength={40}
            />
            <button type="submit" className={buttonClass("secondary")}>
              Show
            </button>
          </form>
        </header>
        {sections.map(([title, Samples]) => (
          <section key={title} aria-label={title} className="card grid gap-5 p-4 sm:p-6">
            <h2 className="text-h2">{title}</h2>
            <Samples />
          </section>
        ))}
      </div>
    </div>
  );
}

function Switch({ on, href, children }: { on: boolean; href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      aria-current={on ? "true" : undefined}
      className={`inline-flex min-h-11 items-center rounded-button border px-4 text-sm font-semibold no-underline ${
        on
          ? "border-brand bg-brand-soft text-on-brand-soft"
          : "border-control bg-surface text-ink hover:bg-sunken"
      }`}
    >
      {children}
    </a>
  );
}

function addressOf(key: string, mode: Mode): string {
  return `?${new URLSearchParams(mode === null ? { key } : { key, mode })}`;
}

/** Gives the page around the samples the theme too, with its header and its dialogs. */
function useThemeOfPage(theme: string, mode: Mode): void {
  useEffect(() => {
    const { body, documentElement: root } = document;
    const before = { className: body.className, styleKey: body.dataset.styleKey };
    body.className = theme;
    body.dataset.styleKey = theme;
    if (mode) root.dataset.theme = mode;
    return () => {
      body.className = before.className;
      body.dataset.styleKey = before.styleKey;
      delete root.dataset.theme;
    };
  }, [theme, mode]);
}
