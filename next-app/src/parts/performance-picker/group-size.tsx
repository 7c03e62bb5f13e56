"use client";

import { useState } from "react";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { QuantityStepper } from "../quantity-stepper/quantity-stepper";
import { problemOf, type Quantity } from "../quantity-stepper/stepper-state";

type Props = {
  size: number;
  /** The largest group that can be bought at once. */
  max: number;
  onChange: (size: number) => void;
};

/** Asks how many people come, so that only days and times with room for all of them are offered. */
export function GroupSize({ size, max, onChange }: Props) {
  const t = useText(pickerTexts);
  const [typed, setTyped] = useState<Quantity | null>(null);
  const bounds = { min: 1, max, absoluteMin: 1 };
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <p className="min-h-11 content-center text-sm font-semibold" aria-hidden="true">
        {t("picker.group-size")}
      </p>
      <QuantityStepper
        name={t("picker.group-size")}
        bounds={bounds}
        quantity={typed ?? { value: size, typed: null }}
        onChange={(quantity) => {
          const isValid = problemOf(quantity, bounds) === null;
          // An incomplete number stays in the field and changes nothing.
          setTyped(isValid && quantity.typed === null ? null : quantity);
          if (isValid) onChange(quantity.value);
        }}
      />
    </div>
  );
}
