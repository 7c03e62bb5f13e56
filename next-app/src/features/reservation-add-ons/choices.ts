import type { CartAddLine, ReservationAddOn } from "@/api/types";
import { none, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/** The choices for an add-on: a quantity for each variant, and times. This module has no side effects. */
export type Choices = {
  quantities: Record<string, Quantity>;
  /** The chosen times by selection index. */
  times: Record<number, string>;
};

export const noChoices: Choices = { quantities: {}, times: {} };

export type Selection = { index: number; times: ReservationAddOn["times"] };

/** The times of an add-on, one list for each selection. */
export function selectionsOf({ times }: ReservationAddOn): Selection[] {
  const indices = [...new Set(times.map(({ selectionIndex }) => selectionIndex))].sort((a, b) => a - b);
  return indices.map((index) => ({ index, times: times.filter((time) => time.selectionIndex === index) }));
}

/** The time of a selection: the chosen one, or the only one. */
export function timeOf({ index, times }: Selection, choices: Choices): string | undefined {
  return times.length === 1 ? times[0]?.performanceId : choices.times[index];
}

type Variant = ReservationAddOn["variants"][number];
type Price = { displayPrice: number; unitPrice: number; isFrom: boolean };

/**
 * The variants sold at the chosen time, with their prices at that time. Before a time is chosen, these are all variants
 * with their lowest prices.
 */
export function pricedVariants(addOn: ReservationAddOn, choices: Choices): (Variant & Price)[] {
  const [first] = selectionsOf(addOn);
  const chosen = first && timeOf(first, choices);
  const time = first?.times.find(({ performanceId }) => performanceId === chosen);
  return addOn.variants.flatMap((variant) => {
    if (!time) return { ...variant, isFrom: variant.displayPriceIsFrom };
    const price = time.prices.find(({ id }) => id === variant.id);
    return price ? { ...variant, ...price, isFrom: false } : [];
  });
}

export const quantityOf = (variantId: string, { quantities }: Choices): Quantity =>
  quantities[variantId] ?? none;

export const boundsOf = ({ minQuantity, maxQuantity }: Variant) => ({
  min: minQuantity,
  max: maxQuantity,
  absoluteMin: 0,
});

/** The message that says what is missing before the add-on can be added to the cart; null if nothing is missing. */
export function missingChoice(
  addOn: ReservationAddOn,
  choices: Choices,
): TextIdOf<"reservation-add-ons"> | null {
  const chosen = pricedVariants(addOn, choices).filter(({ id }) => quantityOf(id, choices).value !== 0);
  const isWrong = chosen.some((variant) => problemOf(quantityOf(variant.id, choices), boundsOf(variant)));
  if (chosen.length === 0 || isWrong) return "reservation-add-ons.none-chosen";
  const isTimed = selectionsOf(addOn).every((selection) => timeOf(selection, choices) !== undefined);
  return isTimed ? null : "reservation-add-ons.time-required";
}

/** The lines of `cart/add`. */
export function cartLines(addOn: ReservationAddOn, choices: Choices): CartAddLine[] {
  const performances = selectionsOf(addOn).map((selection) => ({
    selectionIndex: selection.index,
    performanceId: timeOf(selection, choices) ?? "",
  }));
  return pricedVariants(addOn, choices)
    .map(({ id, unitPrice }) => ({ id, unitPrice, quantity: quantityOf(id, choices).value }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, unitPrice, quantity }) => ({
      productVariantId: id,
      productId: addOn.productId,
      quantity,
      unitPrice,
      ...(performances.length > 0 ? { performances } : {}),
    }));
}
