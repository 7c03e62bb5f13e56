"use client";

import { useState } from "react";
import { quantityTexts } from "@/text/areas/quantity";
import { useText } from "@/text/use-text";
import { StatusLine } from "@/ui/status-line";
import { QuantityStepper } from "./quantity-stepper";
import { clamped, type Quantity } from "./stepper-state";

type Props = {
  name: string;
  quantity: Quantity;
  max: number;
  /** The message after a larger number was typed. */
  tooMany?: string;
  onChange: (quantity: Quantity) => void;
};

/** A number between 0 and a maximum. A larger typed number is reduced, with a message. */
export function Counter({ name, quantity, max, tooMany, onChange }: Props) {
  const t = useText(quantityTexts);
  const [cut, setCut] = useState(false);
  const bounds = { min: Math.min(1, max), max: max, absoluteMin: 0 };
  return (
    <div className="grid justify-items-end gap-1">
      <QuantityStepper
        name={name}
        bounds={bounds}
        quantity={quantity}
        onChange={(changed) => {
          setCut(changed.value > max);
          onChange(clamped(changed, bounds));
        }}
      />
      <StatusLine visible={cut}>{cut ? (tooMany ?? t("quantity.maximum", { max: max })) : ""}</StatusLine>
    </div>
  );
}
