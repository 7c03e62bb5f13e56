"use client";

import type { ProductDate } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { DateStep } from "./date-step";
import PerformancePicker, { type PickerProps } from "./picker";

type Props = PickerProps & {
  dates: ProductDate[];
  starting: string | null;
  /** The day that is chosen now, of a visit that is chosen anew: the calendar opens there. */
  present?: string;
  /** Whose prices the days show. */
  pricedFor?: string;
};

/** A visit whose day is chosen by the month. */
export default function MonthPicker({ dates, starting, present, pricedFor, ...picker }: Props) {
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
          present={present}
          pricedFor={pricedFor}
          onChoose={choose}
        />
      )}
    />
  );
}
