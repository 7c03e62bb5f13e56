import type { Performance, VariantPrice } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { indexes, type PickerState, type Show, shows } from "./picker-state";

export type ShowPrice = {
  lowest: number;
  /** Whether other variants or times cost more. */
  isFrom: boolean;
  /** The variant with the lowest price, if others cost more. */
  lowestFor?: string;
};

/** A show of the chosen day, with what shoppers need to compare it with the others. */
export type ShowOption = Show & {
  /** The length in minutes, if all performances of the day have the same. */
  minutes: number | null;
  /** The performances of the day, by time. */
  performances: Performance[];
  /** The performance with the most room: its capacity is the one of the show. */
  roomiest: Performance;
  /** The lowest price; null if nothing can be bought. */
  price: ShowPrice | null;
};

/**
 * The shows of the chosen day; prices are those of `variant` where it is sold, or else of all variants but those in
 * `forSome`.
 */
export function showOptions(
  state: PickerState,
  variant?: string,
  forSome: readonly string[] = [],
): ShowOption[] {
  const first = indexes(state)[0];
  const offered = (state.performances ?? []).filter(({ selectionIndex }) => selectionIndex === first);
  return shows(state).flatMap((show) => {
    const performances = offered
      .filter(({ showId }) => showId === show.showId)
      .sort((a, b) => a.performanceDateTime.localeCompare(b.performanceDateTime));
    const [earliest] = performances;
    if (!earliest) return [];
    const open = performances.filter(isOpenFor);
    const lengths = new Set(performances.map(({ durationMinutes }) => durationMinutes));
    return {
      ...show,
      minutes: lengths.size === 1 ? (earliest.durationMinutes ?? null) : null,
      performances,
      roomiest: open.reduce(
        (best, one) => (one.capacityLevelId < best.capacityLevelId ? one : best),
        open[0] ?? earliest,
      ),
      price: showPrice(
        open.flatMap(({ prices }) => prices),
        variant,
        forSome,
      ),
    };
  });
}

/** The lowest of the prices. Free variants are left out if there are paid ones, so that no show is "from Free". */
function showPrice(
  all: VariantPrice[],
  variant: string | undefined,
  forSome: readonly string[],
): ShowPrice | null {
  const paid = all.filter(({ displayPrice }) => displayPrice > 0);
  const possible = paid.length > 0 ? paid : all;
  const ofVariant = possible.filter(({ extProductVariantId }) => extProductVariantId === variant);
  const ofAll = possible.filter(({ extProductVariantId }) => !forSome.includes(extProductVariantId));
  const counted = [ofVariant, ofAll, possible]
    .find((prices) => prices.length > 0)
    ?.toSorted((a, b) => a.displayPrice - b.displayPrice);
  if (!counted) return null;
  const [cheapest] = counted;
  if (!cheapest) return null;
  const { displayPrice: lowest, displayName } = cheapest;
  const costsMore = ({ displayPrice }: VariantPrice) => displayPrice > lowest;
  const isForSome = counted.some((one) => one.displayName !== displayName && costsMore(one));
  return { lowest, isFrom: counted.some(costsMore), ...(isForSome ? { lowestFor: displayName } : {}) };
}
