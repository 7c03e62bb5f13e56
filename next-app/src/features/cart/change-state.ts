import type { CartItem } from "@/api/types";
import { type Bounds, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";

/** New quantities by line, while the shopper still decides. */
export type Quantities = Record<string, Quantity>;

type Line = Pick<CartItem, "id" | "quantity" | "minQuantity" | "maxQuantity">;

export function boundsOf(line: Line): Bounds {
  return { min: line.minQuantity, max: line.maxQuantity, absoluteMin: 0 };
}

export function quantityOf(quantities: Quantities, line: Line): Quantity {
  return quantities[line.id] ?? { value: line.quantity, typed: null };
}

/** The lines whose new quantity differs, as the call wants them. */
export function changes(lines: Line[], quantities: Quantities): { id: string; quantity: number }[] {
  return lines
    .map((line) => ({ id: line.id, quantity: quantityOf(quantities, line).value, before: line.quantity }))
    .filter((line) => line.quantity !== line.before)
    .map(({ id, quantity }) => ({ id, quantity }));
}

/** The first line that cannot be bought in its new quantity; null when the cart may be asked. */
export function firstProblem<T extends Line>(lines: T[], quantities: Quantities): T | null {
  return lines.find((line) => problemOf(quantityOf(quantities, line), boundsOf(line)) !== null) ?? null;
}

/**
 * Where focus goes when a line leaves the list: to the one that takes its place, else to the one before it, else
 * nowhere in the list.
 */
export function lineAfter(before: string[], left: string): string | null {
  const place = before.indexOf(left);
  const rest = before.filter((id) => id !== left);
  return rest[Math.min(Math.max(place, 0), rest.length - 1)] ?? null;
}
