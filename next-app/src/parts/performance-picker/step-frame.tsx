import type { ReactNode } from "react";
import type { Translate } from "@/text/texts";
import { ChoiceLine } from "./choice-line";
import type { Choice } from "./picker-state";

type ChosenStepProps = {
  t: Translate<"picker">;
  value: string;
  hint?: ReactNode;
  choice: Choice | null;
  /** Hides the note that there was only one option. */
  unmarked?: boolean;
  onChange: () => void;
};

/** A completed step with its choice, on one line. */
export function ChosenStep({ t, value, hint, choice, unmarked, onChange }: ChosenStepProps) {
  return (
    <ChoiceLine
      t={t}
      value={value}
      hint={hint}
      note={unmarked ? null : <p className="flex-none text-sm text-ink-2">{t("picker.only-option")}</p>}
      onChange={choice?.automatic ? undefined : onChange}
    />
  );
}

/** The open step, with its heading. */
export function OpenStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 py-3" aria-label={title}>
      <h2 tabIndex={-1} data-open-step className="text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}
