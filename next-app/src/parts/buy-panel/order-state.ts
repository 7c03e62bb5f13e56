import type { CartAddLine, Performance, Product, Variant } from "@/api/types";
import type { AddedItems } from "@/flow/added-items";
import { formatShortDay, formatTime } from "@/lib/dates";
import { toCents } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { type Exchange, missingCounts } from "@/parts/exchange-notice/exchange-state";
import {
  chosenPerformance,
  type LinePerformance,
  type PickerState,
  type SeatedUnit,
  type UnitSeats,
} from "@/parts/performance-picker/picker-state";
import { type Bounds, none, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";

/** The quantities of a single product, by variant. */
export type Quantities = Record<string, Quantity>;

export function boundsOf(variant: Variant): Bounds {
  return { min: variant.minQuantity, max: variant.maxQuantity, absoluteMin: 0 };
}

export function quantityOf(quantities: Quantities, variant: Variant): Quantity {
  return quantities[variant.extProductVariantId] ?? none;
}

/** The largest group for which the API finds dates and times. */
export const maxGroupSize = 100;

/**
 * The group that a shopper can ask for: as many as can be bought of the standard variant, which is the first one.
 * Undefined if that is one person, or if the standard variant is a pass, because a pass is not for a visit.
 */
export function groupOf({ variants: [standard] }: { variants: Variant[] }): { max: number } | undefined {
  if (!standard || standard.isPass || standard.maxQuantity < 2) return undefined;
  return { max: Math.min(standard.maxQuantity, maxGroupSize) };
}

/** How many tickets are chosen, not counting invalid quantities. */
export function peopleOf(quantities: Quantities): number {
  return Object.values(quantities)
    .map(({ value }) => value)
    .filter((value) => value > 0)
    .reduce((sum, value) => sum + value, 0);
}

/** Whether the same numbers of the same variants are chosen. */
export function areSame(one: Quantities, other: Quantities): boolean {
  const ids = Object.keys({ ...one, ...other });
  return ids.every((id) => (one[id]?.value ?? 0) === (other[id]?.value ?? 0));
}

/** The quantities chosen before, if all of their variants are still offered and they are for the whole group. */
export function keptQuantities(
  variants: Variant[],
  before: Quantities,
  groupSize: number,
): Quantities | null {
  const chosen = Object.entries(before).filter(([, { value }]) => value > 0);
  const offered = new Set(variants.map((variant) => variant.extProductVariantId));
  const fits = chosen.length > 0 && peopleOf(before) === groupSize && chosen.every(([id]) => offered.has(id));
  return fits ? Object.fromEntries(chosen) : null;
}

/**
 * The quantities at the start: as many as the group has people, at least the minimum quantity, of the variant `chosen`,
 * or else of the standard variant, which is the first one. None if `chosen` is not offered, or if the standard variant
 * is a pass: each pass needs a passholder.
 */
export function initialQuantities(
  variants: Variant[],
  chosen: string | undefined,
  groupSize: number,
): Quantities {
  const [standard] = variants;
  const variant =
    chosen === undefined
      ? standard && !standard.isPass && standard
      : variants.find((one) => one.extProductVariantId === chosen);
  if (!variant) return {};
  return {
    [variant.extProductVariantId]: {
      value: Math.max(variant.minQuantity, Math.min(groupSize, variant.maxQuantity)),
      typed: null,
    },
  };
}

/**
 * The quantities that are still missing of an exchange; null if nothing of the product is missing, or if the shopper looks
 * for a group of another size.
 */
export function exchangedQuantities(
  variants: Variant[],
  exchange: Exchange | undefined,
  productId: string,
  groupSize: number,
): Quantities | null {
  const counts = missingCounts(exchange, productId, variants);
  if (counts === null) return null;
  const quantities = Object.fromEntries(
    Object.entries(counts).map(([id, value]): [string, Quantity] => [id, { value, typed: null }]),
  );
  return groupSize === 1 || groupSize === peopleOf(quantities) ? quantities : null;
}

/** The reason why the items cannot be added to the cart yet. */
export type Missing =
  | { reason: "choices" }
  | { reason: "quantity" }
  | { reason: "seats" }
  | { reason: "invalid"; variant: Variant };

export function missing(variants: Variant[] | null, quantities: Quantities): Missing | null {
  if (variants === null) return { reason: "choices" };
  const wrong = variants.find(
    (variant) => problemOf(quantityOf(quantities, variant), boundsOf(variant)) !== null,
  );
  if (wrong) return { reason: "invalid", variant: wrong };
  return variants.some((variant) => quantityOf(quantities, variant).value > 0)
    ? null
    : { reason: "quantity" };
}

/** `isComplete` says whether a place is chosen at every performance in a hall. */
export function missingSeats(units: SeatedUnit[], isComplete: boolean): Missing | null {
  if (units.length === 0) return { reason: "seats" };
  return isComplete ? null : { reason: "choices" };
}

/** The total in cents of the units with seats, or of the seats named so far. */
export function seatedCents(state: PickerState, units: SeatedUnit[]): number {
  if (units.length === 0) return state.named?.cents ?? 0;
  return units.reduce((sum, { displayPrice }) => sum + toCents(displayPrice), 0);
}

/** The running total in cents of the lines that can be bought now. */
export function totalCents(variants: Variant[], quantities: Quantities): number {
  let cents = 0;
  for (const variant of variants) {
    const quantity = quantityOf(quantities, variant);
    if (problemOf(quantity, boundsOf(variant)) === null)
      cents += toCents(variant.displayPrice) * quantity.value;
  }
  return cents;
}

export function cartLines(
  productId: string,
  variants: Variant[],
  quantities: Quantities,
  performances: LinePerformance[] | undefined,
): CartAddLine[] {
  return variants
    .map((variant) => ({
      productId,
      productVariantId: variant.extProductVariantId,
      quantity: quantityOf(quantities, variant).value,
      unitPrice: variant.unitPrice,
      ...(performances ? { performances } : {}),
    }))
    .filter((line) => line.quantity > 0);
}

/** One line for each unit with seats, because a seat is for one person. */
export function seatLines(
  productId: string,
  units: SeatedUnit[],
  performancesAt: (seats: UnitSeats) => LinePerformance[] | undefined,
): CartAddLine[] {
  return units.map(({ seats, variantId, unitPrice }) => ({
    productId,
    productVariantId: variantId,
    quantity: 1,
    unitPrice,
    performances: performancesAt(seats),
  }));
}

/** The lines in words, for the page that opens after they were added. */
export function addedItems(product: Product, lines: CartAddLine[], state: PickerState): AddedItems {
  const tickets = product.variants.flatMap((variant) => {
    const ofVariant = lines.filter(
      ({ productVariantId }) => productVariantId === variant.extProductVariantId,
    );
    const quantity = ofVariant.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
    return quantity > 0
      ? [{ variantId: variant.extProductVariantId, name: ticketName(variant), quantity }]
      : [];
  });
  const visits = state.chosen.map((_, position) => chosenPerformance(state, position));
  const when = visits.filter((visit) => visit !== null).map(visitText);
  return { productId: product.id, product: product.productDisplayName, when: when.join("; "), tickets };
}

function visitText({ performanceDateTime, performanceTime, validAllDay }: Performance): string {
  const day = formatShortDay(performanceDateTime.slice(0, 10));
  return validAllDay ? day : `${day}, ${formatTime(performanceTime)}`;
}

/** A variant that can be redeemed by one or several entitlements, each with the number left. */
export type Entitled = {
  variantId: string;
  entitlements: { id: string; remainingQuantity: number }[];
};

/** The variant that is offered for redemption, up to the number left. The limits of a purchase do not apply. */
export function entitledTo(variants: Variant[], { variantId, entitlements }: Entitled): Variant[] {
  const left = entitlements.reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0);
  return variants
    .filter((variant) => variant.extProductVariantId === variantId)
    .map((variant) => ({ ...variant, minQuantity: 1, maxQuantity: left }));
}

/**
 * Assigns each line to an entitlement, and splits a line that needs several. The server refuses a quantity that exceeds
 * all entitlements.
 */
export function redeemedLines(lines: CartAddLine[], { entitlements }: Entitled): CartAddLine[] {
  const left = entitlements.map((one) => ({ ...one }));
  return lines.flatMap((line) => {
    let missing = line.quantity;
    const redeemed: CartAddLine[] = [];
    for (const one of left) {
      const quantity = Math.min(missing, one.remainingQuantity);
      if (quantity === 0) continue;
      redeemed.push({ ...line, quantity, entitlementId: one.id });
      one.remainingQuantity -= quantity;
      missing -= quantity;
    }
    const last = left.at(-1);
    return missing > 0 && last
      ? [...redeemed, { ...line, quantity: missing, entitlementId: last.id }]
      : redeemed;
  });
}
