import type { ReactNode } from "react";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { ScriptButton } from "@/ui/script-button";

type Props = {
  t: Translate<"picker">;
  /** The choice in words, such as the day. It is the heading of the finished step. */
  value: string;
  /** What the shopper needs to know about the choice, shown below it. */
  hint?: ReactNode;
  /** Text that is shown instead of the Change button if there is nothing else to choose. */
  note?: ReactNode;
  /** Whether nothing is available for the choice, so that it does not finish the step. */
  unavailable?: boolean;
  onChange?: () => void;
  /** Called when the pointer or focus reaches the button, to load early what the button opens. */
  onApproach?: () => void;
};

/** A choice that was made, with a button to change it. */
export function ChoiceLine({ t, value, hint, note, unavailable = false, onChange, onApproach }: Props) {
  return (
    <div className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5">
      <span className={unavailable ? "text-warn" : "text-ok"}>
        <Icon name={unavailable ? "error" : "check"} size={18} />
      </span>
      <div className="min-w-0">
        <p className="figures font-semibold wrap-anywhere">{value}</p>
        {hint}
      </div>
      {onChange ? (
        <ScriptButton
          onClick={onChange}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          aria-label={t("picker.change-of", { choice: value })}
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
