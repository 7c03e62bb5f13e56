import { type ReactNode, useContext, useEffect, useRef } from "react";
import type { Translate } from "@/text/texts";
import { ChoiceLine } from "./choice-line";
import { OpenStepAlert } from "./open-step-alert";
import type { Choice } from "./picker-state";

type ChosenStepProps = {
  t: Translate<"picker">;
  value: string;
  hint?: ReactNode;
  choice: Choice | null;
  /** Hides the note that there was only one option. */
  unmarked?: boolean;
  unavailable?: boolean;
  onChange: () => void;
};

/** A completed step with its choice, on one line. */
export function ChosenStep({ t, value, hint, choice, unmarked, unavailable, onChange }: ChosenStepProps) {
  return (
    <ChoiceLine
      t={t}
      value={value}
      hint={hint}
      note={unmarked ? null : <p className="flex-none text-sm text-ink-2">{t("picker.only-option")}</p>}
      unavailable={unavailable}
      onChange={choice?.automatic ? undefined : onChange}
    />
  );
}

/** The open step, with its heading. Its alert is next to the heading, so that both are seen together. */
export function OpenStep({ title, children }: { title: string; children: ReactNode }) {
  const alert = useContext(OpenStepAlert);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAlert = Boolean(alert);
  // Runs before the alert takes the focus, which then scrolls no further than it must.
  useEffect(() => {
    if (hasAlert) heading.current?.scrollIntoView({ block: "nearest" });
  }, [hasAlert]);
  return (
    <section className="grid scroll-mt-14 gap-3 py-3" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} data-open-step className="scroll-mt-4 text-base">
        {title}
      </h2>
      {alert ? <div className="*:scroll-mt-16">{alert}</div> : null}
      {children}
    </section>
  );
}
