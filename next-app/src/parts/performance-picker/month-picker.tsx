"use client";

import type { Performance, ProductDate } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { DateStep } from "./date-step";
import PerformancePicker from "./picker";
import type { PickerProps } from "./picker-props";

type Props = PickerProps & {
  dates: ProductDate[];
  starting: string | null;
  /** The next performance that is not full, if the page knows it. */
  next?: Performance | null;
  /** The sentence that says whose prices the days show. */
  priceNote?: string;
};

/** A picker whose day is chosen in a month calendar. */
export default function MonthPicker({ dates, starting, next = null, priceNote, ...picker }: Props) {
  return (
    <PerformancePicker
      {...picker}
      openDays={dates.filter(isOpenFor).map(({ date }) => date)}
      calendar={(choose) => (
        <DateStep
          productId={picker.productId}
          sale={picker.sale}
          dates={dates}
          starting={starting}
          earliest={picker.onEarliest ? next : null}
          onEarliest={picker.onEarliest}
          group={picker.group}
          groupSize={picker.state.groupSize}
          onGroupSize={(groupSize) => picker.dispatch({ type: "groupSizeChosen", groupSize })}
          present={picker.present}
          priceNote={priceNote}
          onChoose={choose}
        />
      )}
    />
  );
}
