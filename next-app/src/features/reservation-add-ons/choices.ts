import type { CartAddLine, ReservationAddOn } from "@/api/types";
import { none, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/** What is chosen of an add-on: how many of each variant, and when. Pure. */
export type Choices = {
  quantities: Record<string, Quantity>;
  /** By the number of the selection. */
  times: Record<number, string>;
};

export const nothingChosen: Choices = { quantities: {}, times: {} };

export type Selection = { index: number; times: ReservationAddOn["times"] };

/** The times of an add-on, one list for each of its selections. */
export function selectionsOf({ times }: ReservationAddOn): Selection[] {
  const indices = [...new Set(times.map(({ selectionIndex }) => selectionIndex))].sort((a, b) => a - b);
  return indices.map((index) => ({ index, times: times.filter((time) => time.selectionIndex === index) }));
}

/** The time of a selection: the chosen one, or the only one. */
export function timeOf({ index, times }: Selection, choices: Choices): string | undefined {
  return times.length === 1 ? times[0]?.performanceId : choices.times[index];
}

export const quantityOf = (variantId: string, { quantities }: Choices): Quantity =>
  quantities[variantId] ?? none;

export const boundsOf = ({ minQuantity, maxQuantity }: ReservationAddOn["variants"][number]) => ({
  min: minQuantity,
  max: maxQuantity,
  absoluteMin: 0,
});

/** What is missing before it can be added to the cart. */
export function lacking(addOn: ReservationAddOn, choices: Choices): TextIdOf<"reservation-add-ons"> | null {
  const wanted = addOn.variants.filter(({ id }) => quantityOf(id, choices).value !== 0);
  const isWrong = wanted.some((variant) => problemOf(quantityOf(variant.id, choices), boundsOf(variant)));
  if (wanted.length === 0 || isWrong) return "reservation-add-ons.none-chosen";
  const isTimed = selectionsOf(addOn).every((selection) => timeOf(selection, choices) !== undefined);
  return isTimed ? null : "reservation-add-ons.time-required";
}

/** The lines of `cart/add`. */
export function cartLines(addOn: ReservationAddOn, choices: Choices): CartAddLine[] {
  const performances = selectionsOf(addOn).map((selection) => ({
    selectionIndex: selection.index,
    performanceId: timeOf(selection, choices) ?? "",
  }));
  return addOn.variants
    .map(({ id }) => ({ id, quantity: quantityOf(id, choices).value }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, quantity }) => ({
      productVariantId: id,
      productId: addOn.productId,
      quantity,
      ...(performances.length > 0 ? { performances } : {}),
    }));
}
