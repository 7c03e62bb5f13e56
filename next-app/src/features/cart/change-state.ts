import type { CartItem, CartModifyLine, Variant } from "@/api/types";
import type { LinePerformance } from "@/parts/performance-picker/picker-state";
import { type Bounds, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";

/** New quantities by line, while the shopper still decides. */
export type Quantities = Record<string, Quantity>;

type Line = Pick<CartItem, "id" | "quantity" | "minQuantity" | "maxQuantity" | "productVariantId">;

/** What the lines become besides their quantities. */
export type Course = {
  /** The performances that all of them move to. */
  performances: LinePerformance[] | null;
  /** What is sold there; null while the lines stay where they are. */
  offered: Variant[] | null;
  /** Whether they wait to be put back, so that the same quantity is a change as well. */
  removed: boolean;
};

/** The ticket of a line as it is sold where the line moves to. */
export function offeredFor(line: Pick<Line, "productVariantId">, { offered }: Course): Variant | null {
  return offered?.find((variant) => variant.extProductVariantId === line.productVariantId) ?? null;
}

export function boundsOf(line: Line, course: Course): Bounds {
  const { minQuantity, maxQuantity } = offeredFor(line, course) ?? line;
  return { min: minQuantity, max: maxQuantity, absoluteMin: 0 };
}

export function quantityOf(quantities: Quantities, line: Line): Quantity {
  return quantities[line.id] ?? { value: line.quantity, typed: null };
}

/** The lines that change, as the call wants them: where they move, with the price that is shown there. */
export function changes(lines: Line[], quantities: Quantities, course: Course): CartModifyLine[] {
  const { performances, removed } = course;
  return lines.flatMap((line) => {
    const { value: quantity } = quantityOf(quantities, line);
    const { id } = line;
    if (performances && quantity > 0) {
      return [{ id, quantity, performances, unitPrice: offeredFor(line, course)?.unitPrice }];
    }
    return removed || quantity !== line.quantity ? [{ id, quantity }] : [];
  });
}

/** Why a line cannot be bought as it is to be; null when the cart may be asked. */
export type Problem<T> = { line: T; reason: "quantity" | "not-offered" };

export function firstProblem<T extends Line>(
  lines: T[],
  quantities: Quantities,
  course: Course,
): Problem<T> | null {
  for (const line of lines) {
    const quantity = quantityOf(quantities, line);
    if (problemOf(quantity, boundsOf(line, course)) !== null) return { line, reason: "quantity" };
    if (quantity.value > 0 && course.offered && !offeredFor(line, course)) {
      return { line, reason: "not-offered" };
    }
  }
  return null;
}
