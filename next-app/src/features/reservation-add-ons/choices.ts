import type { CartAddLine, ReservationAddOn } from "@/api/types";
import { redeemedLines } from "@/parts/buy-panel/order-state";
import type { Row } from "@/parts/entitlements/rows";
import { publicSale, type Sale } from "@/parts/performance-picker/sale";
import { none, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";
import type { TextIdOf } from "@/text/texts";

/**
 * The choices for an add-on: a quantity for each variant and each benefit of a pass, and times. This module has no side
 * effects.
 */
export type Choices = {
  /** The quantities by the id of the variant or the key of the benefit. */
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

/** Whether the choice is one of times. Otherwise each choice is for the whole day, such as a parking lot. */
export function isTimed({ times }: Selection): boolean {
  return times.some(({ performanceTime }) => performanceTime !== undefined);
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

/**
 * The benefits of the visitor's passes for this add-on: those that are valid on the day of the visit and not used up,
 * for variants that are sold at the chosen time.
 */
export function benefitsFor(addOn: ReservationAddOn, choices: Choices, passes: Row[], day: string): Row[] {
  const sold = pricedVariants(addOn, choices).map(({ id }) => id);
  return passes.filter(
    ({ productId, entitled, from, to, remaining, heldBack }) =>
      productId === addOn.productId &&
      sold.includes(entitled.variantId) &&
      (from === undefined || from <= day) &&
      (to === undefined || day <= to) &&
      (remaining > 0 || heldBack !== undefined),
  );
}

export const boundsOfBenefit = ({ remaining }: Row) => ({ min: 1, max: remaining, absoluteMin: 0 });

export const quantityOf = (key: string, { quantities }: Choices): Quantity => quantities[key] ?? none;

export const boundsOf = ({ minQuantity, maxQuantity }: Variant) => ({
  min: minQuantity,
  max: maxQuantity,
  absoluteMin: 0,
});

/** The message that says what is missing before the add-on can be added to the cart; null if nothing is missing. */
export function missingChoice(
  addOn: ReservationAddOn,
  choices: Choices,
  benefits: Row[],
): TextIdOf<"reservation-add-ons"> | null {
  const offered = [
    ...pricedVariants(addOn, choices).map((variant) => [variant.id, boundsOf(variant)] as const),
    ...benefits.map((benefit) => [benefit.key, boundsOfBenefit(benefit)] as const),
  ];
  const chosen = offered.filter(([key]) => quantityOf(key, choices).value !== 0);
  const isWrong = chosen.some(([key, bounds]) => problemOf(quantityOf(key, choices), bounds));
  if (chosen.length === 0 || isWrong) return "reservation-add-ons.none-chosen";
  const open = selectionsOf(addOn).find((selection) => timeOf(selection, choices) === undefined);
  return open ? `reservation-add-ons.${isTimed(open) ? "time" : "option"}-required` : null;
}

/** A call of `cart/add`: its sale context, its lines, and the keys of the quantities that it adds. */
export type Purchase = { sale: Sale; items: CartAddLine[]; keys: string[] };

/** The calls that add the choices: one for each benefit, and one for all that is bought. */
export function purchases(addOn: ReservationAddOn, choices: Choices, benefits: Row[]): Purchase[] {
  const performances = selectionsOf(addOn).map((selection) => ({
    selectionIndex: selection.index,
    performanceId: timeOf(selection, choices) ?? "",
  }));
  const line = (productVariantId: string, quantity: number): CartAddLine => ({
    productVariantId,
    productId: addOn.productId,
    quantity,
    ...(performances.length > 0 ? { performances } : {}),
  });
  const redeemed = benefits.map(({ key, sale, entitled }) => {
    const { value } = quantityOf(key, choices);
    return {
      sale,
      items: value > 0 ? redeemedLines([line(entitled.variantId, value)], entitled) : [],
      keys: [key],
    };
  });
  const bought = pricedVariants(addOn, choices).filter(({ id }) => quantityOf(id, choices).value > 0);
  const items = bought.map(({ id, unitPrice }) => ({
    ...line(id, quantityOf(id, choices).value),
    unitPrice,
  }));
  return [...redeemed, { sale: publicSale, items, keys: bought.map(({ id }) => id) }].filter(
    ({ items }) => items.length > 0,
  );
}

/** The choices without quantities that are in the cart now. */
export function withoutQuantities({ quantities, times }: Choices, keys: string[]): Choices {
  const left = Object.entries(quantities).filter(([key]) => !keys.includes(key));
  return { quantities: Object.fromEntries(left), times };
}

/** Whether any quantity was chosen, even an invalid one. */
export function isChosen({ quantities }: Choices): boolean {
  return Object.values(quantities).some(({ value }) => value !== 0);
}
