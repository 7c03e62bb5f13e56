"use client";

import { useId } from "react";
import { quantityTexts } from "@/text/areas/quantity";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { ScriptButton } from "@/ui/script-button";
import {
  type Bounds,
  canMinus,
  canPlus,
  defaultBounds,
  minus,
  plus,
  problemOf,
  type Quantity,
  type,
} from "./stepper-state";

type Props = {
  /** What is counted, for the accessible names of the buttons: "Adult, Day Ticket". */
  name: string;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
  bounds?: Bounds;
};

export function QuantityStepper({ name, quantity, onChange, bounds = defaultBounds }: Props) {
  const t = useText(quantityTexts);
  const id = useId();
  const problem = problemOf(quantity, bounds);
  const message =
    problem === "minimum"
      ? t("quantity.minimum", { min: bounds.min })
      : problem === "maximum"
        ? t("quantity.maximum", { max: bounds.max })
        : null;

  return (
    <div className="grid justify-items-end gap-1">
      <div className="inline-flex rounded-button border border-control bg-surface">
        <StepButton
          label={t("quantity.minus", { name })}
          icon="minus"
          enabled={canMinus(quantity, bounds)}
          onPress={() => onChange(minus(quantity, bounds))}
        />
        <input
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-label={name}
          aria-valuemin={bounds.absoluteMin}
          aria-valuemax={bounds.max}
          aria-valuenow={Number.isNaN(quantity.value) ? undefined : quantity.value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={message ? id : undefined}
          className="figures w-12 border-x border-line bg-transparent text-center text-base font-semibold aria-invalid:text-danger aria-invalid:shadow-[inset_0_0_0_2px_var(--danger)]"
          value={quantity.typed ?? String(quantity.value)}
          onChange={(event) => onChange(type(event.target.value))}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            if (quantity.typed !== null && !problem) onChange({ value: quantity.value, typed: null });
          }}
          onKeyDown={(event) => {
            const next = keyStep(event.key, quantity, bounds);
            if (!next) return;
            event.preventDefault();
            onChange(next);
          }}
        />
        <StepButton
          label={t("quantity.plus", { name })}
          icon="plus"
          enabled={canPlus(quantity, bounds)}
          onPress={() => onChange(plus(quantity, bounds))}
        />
      </div>
      <p id={id} role="status" className="text-sm font-medium text-danger">
        {message}
      </p>
    </div>
  );
}

function keyStep(key: string, quantity: Quantity, bounds: Bounds): Quantity | null {
  switch (key) {
    case "ArrowUp":
      return canPlus(quantity, bounds) ? plus(quantity, bounds) : quantity;
    case "ArrowDown":
      return canMinus(quantity, bounds) ? minus(quantity, bounds) : quantity;
    case "Home":
      return { value: bounds.absoluteMin, typed: null };
    case "End":
      return { value: bounds.max, typed: null };
    default:
      return null;
  }
}

type StepProps = { label: string; icon: "minus" | "plus"; enabled: boolean; onPress: () => void };

/** A button that stays focusable at the limit, so that keyboard users do not lose focus. */
function StepButton({ label, icon, enabled, onPress }: StepProps) {
  return (
    <ScriptButton
      aria-label={label}
      aria-disabled={!enabled || undefined}
      onClick={enabled ? onPress : undefined}
      className="grid size-11 place-items-center rounded-button text-ink hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-control aria-disabled:hover:bg-transparent"
    >
      <Icon name={icon} size={20} />
    </ScriptButton>
  );
}
