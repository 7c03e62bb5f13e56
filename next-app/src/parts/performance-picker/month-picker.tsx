"use client";

import type { ProductDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { DateStep } from "./date-step";
import PerformancePicker from "./picker";
import type { PickerProps } from "./picker-props";

type Props = PickerProps & {
  dates: ProductDate[];
  starting: string | null;
  /** Whose prices the days show. */
  pricedFor?: string;
};

/** A visit whose day is chosen by the month. */
export default function MonthPicker({ dates, starting, pricedFor, ...picker }: Props) {
  return (
    <PerformancePicker
      {...picker}
      openDays={dates.filter((day) => capacityLook(day.capacityLevelId).selectable).map(({ date }) => date)}
      calendar={(choose) => (
        <DateStep
          productId={picker.productId}
          sale={picker.sale}
          dates={dates}
          starting={starting}
          present={picker.present}
          pricedFor={pricedFor}
          onChoose={choose}
        />
      )}
    />
  );
}
