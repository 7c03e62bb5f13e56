import type { Performance } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { differ, standardPrice } from "../price/standard-price";
import { offered, options, type PickerState } from "./picker-state";

/** The capacity level shown for a time that does not fit the previous choices. */
const unavailable = 99;

export type TimeOption = {
  performance: Performance;
  selectable: boolean;
  /** The price to show, or null for none. */
  price: number | null;
  capacityLevelId: number;
  capacityDescription: string | undefined;
  hasRoom: boolean;
};

type Display = {
  /** Whether times are compared by price. Then times that are too early are listed too, but cannot be chosen. */
  compared: boolean;
  /** The variant whose prices are shown; without one, the prices of the standard variant are shown. */
  variant?: string;
};

/** The times that are listed for a selection. Without a comparison, prices are shown only if they differ. */
export function timeOptions(
  state: PickerState,
  selectionIndex: number,
  { compared, variant }: Display,
): TimeOption[] {
  const reachable = options(state, selectionIndex);
  const listed = compared ? offered(state, selectionIndex) : reachable;
  const priceOf = (performance: Performance) => standardPrice(performance.prices, variant);
  const showsPrices = compared || differ(listed.map(priceOf));
  return listed.map((performance) => {
    const isReachable = reachable.includes(performance);
    const selectable = isReachable && isOpenFor(performance);
    return {
      performance,
      selectable,
      price: selectable && showsPrices ? (priceOf(performance)?.displayPrice ?? null) : null,
      capacityLevelId: isReachable ? performance.capacityLevelId : unavailable,
      capacityDescription: isReachable ? performance.capacityDescription : undefined,
      hasRoom: performance.hasRoom,
    };
  });
}

/** The level of all times, if it is the same, so that it is written once; null if they differ or some cannot be chosen. */
export function sharedLevel(all: TimeOption[]): { levelId: number; description: string | undefined } | null {
  const [first, ...others] = all;
  if (!first || others.length === 0 || !all.every(({ selectable }) => selectable)) return null;
  const { capacityLevelId: levelId, capacityDescription: description } = first;
  const isSame = (option: TimeOption) =>
    option.capacityLevelId === levelId && option.capacityDescription === description;
  return others.every(isSame) ? { levelId, description } : null;
}
