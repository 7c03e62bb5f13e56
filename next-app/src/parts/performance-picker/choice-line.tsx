import type { ReactNode } from "react";
import type { Translate } from "@/text/texts";
import { ScriptButton } from "@/ui/script-button";

type Props = {
  t: Translate<"picker">;
  title: string;
  value: string;
  /** Text that is shown instead of the Change button if there is nothing else to choose. */
  note?: ReactNode;
  onChange?: () => void;
  /** Called when the pointer or focus reaches the button, to load early what the button opens. */
  onApproach?: () => void;
};

/** A choice that was made, with a button to change it. */
export function ChoiceLine({ t, title, value, note, onChange, onApproach }: Props) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0">
        <p className="legend">{title}</p>
        <p className="figures font-semibold">{value}</p>
      </div>
      {onChange ? (
        <ScriptButton
          onClick={onChange}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          aria-label={t("picker.change-of", { step: title })}
          className="inline-flex min-h-11 flex-none items-center rounded-field px-1 text-sm font-semibold text-link underline underline-offset-4"
        >
          {t("picker.change")}
        </ScriptButton>
      ) : (
        note
      )}
    </div>
  );
}
