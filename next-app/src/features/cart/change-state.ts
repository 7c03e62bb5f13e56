import type { CartItem, CartModifyLine, Variant } from "@/api/types";
import { toCents } from "@/lib/money";
import type { LinePerformance, SeatedUnit, UnitSeats } from "@/parts/performance-picker/picker-state";
import { type Bounds, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";

/** New quantities by line, before saving. */
export type Quantities = Record<string, Quantity>;

type Line = Pick<CartItem, "id" | "quantity" | "minQuantity" | "maxQuantity" | "productVariantId">;

/** The line's ticket as sold at the new visit. */
type Ticket = Pick<Variant, "unitPrice" | "displayPrice" | "minQuantity" | "maxQuantity">;

/** The new visit of a line. Without a ticket the line is not sold at that visit. */
export type Move = { performances: LinePerformance[]; ticket: Ticket | null };

/** The changes of the lines other than their quantities. */
export type VisitChange = {
  /** The moves by line id; null if the lines stay. */
  moves: ReadonlyMap<string, Move> | null;
  /** Whether a revision removed the lines. They are then added again, so that even unchanged quantities are sent. */
  removed: boolean;
};

/** Returns the moves, by line id, that bring all lines to the same performances. */
export function movesTogether<T extends Line>(
  lines: T[],
  performancesOf: (line: T) => LinePerformance[],
  offered: Variant[],
): ReadonlyMap<string, Move> {
  const ticketOf = (line: Line) =>
    offered.find((variant) => variant.extProductVariantId === line.productVariantId) ?? null;
  return new Map(
    lines.map((line) => [line.id, { performances: performancesOf(line), ticket: ticketOf(line) }]),
  );
}

/** Returns the moves of each line to seats for its ticket; null unless there are seats for exactly these lines. */
export function movesToSeats<T extends Line>(
  lines: T[],
  units: SeatedUnit[],
  performancesAt: (line: T, seats: UnitSeats) => LinePerformance[] | undefined,
): ReadonlyMap<string, Move> | null {
  if (units.length !== lines.length) return null;
  const left = [...units];
  const moves = new Map<string, Move>();
  for (const line of lines) {
    const at = left.findIndex((unit) => unit.variantId === line.productVariantId);
    const [unit] = at < 0 ? [] : left.splice(at, 1);
    const performances = unit && performancesAt(line, unit.seats);
    if (!performances) return null;
    const { unitPrice, displayPrice } = unit;
    moves.set(line.id, { performances, ticket: { unitPrice, displayPrice, minQuantity: 1, maxQuantity: 1 } });
  }
  return moves;
}

export function boundsOf(line: Line, { moves }: VisitChange): Bounds {
  const { minQuantity, maxQuantity } = moves?.get(line.id)?.ticket ?? line;
  return { min: minQuantity, max: maxQuantity, absoluteMin: 0 };
}

export function quantityOf(quantities: Quantities, line: Line): Quantity {
  return quantities[line.id] ?? { value: line.quantity, typed: null };
}

/** The changed lines in the API's format. A moved line has the unit price that was loaded for the new visit. */
export function changes(lines: Line[], quantities: Quantities, visitChange: VisitChange): CartModifyLine[] {
  const { moves, removed } = visitChange;
  return lines.flatMap((line) => {
    const { value: quantity } = quantityOf(quantities, line);
    const { id } = line;
    const move = moves?.get(id);
    if (move && quantity > 0) {
      return [{ id, quantity, performances: move.performances, unitPrice: move.ticket?.unitPrice }];
    }
    return removed || quantity !== line.quantity ? [{ id, quantity }] : [];
  });
}

/**
 * What all lines cost with their changes, in cents and before offers, which the shop applies when the changes are saved.
 * Null if nothing has changed, or if a price at the new visit is not known.
 */
export function newTotal(
  lines: (Line & Priced)[],
  quantities: Quantities,
  visitChange: VisitChange,
): number | null {
  if (changes(lines, quantities, visitChange).length === 0) return null;
  let total = 0;
  for (const line of lines) {
    const { value } = quantityOf(quantities, line);
    const move = visitChange.moves?.get(line.id);
    if (Number.isNaN(value)) return null;
    if (move && value > 0 && (move.ticket === null || hasSeveralPromotions(line, lines))) return null;
    total += toCents(move?.ticket?.displayPrice ?? line.displayPrice) * value;
  }
  return total;
}

type Priced = Pick<CartItem, "displayPrice" | "promotionName">;

/**
 * Whether the lines of this ticket were sold under different promotions. Only one new price is loaded for each ticket,
 * so it may be wrong for some of these lines. The cart shows their correct prices after saving.
 */
export function hasSeveralPromotions(
  { productVariantId }: Pick<CartItem, "productVariantId">,
  lines: Pick<CartItem, "productVariantId" | "promotionName">[],
): boolean {
  const sameTicket = lines.filter((line) => line.productVariantId === productVariantId);
  return new Set(sameTicket.map(({ promotionName }) => promotionName)).size > 1;
}

/** A line that cannot be bought with its changes, and the reason. */
export type Problem<T> = { line: T; reason: "quantity" | "not-offered" };

export function firstProblem<T extends Line>(
  lines: T[],
  quantities: Quantities,
  visitChange: VisitChange,
): Problem<T> | null {
  for (const line of lines) {
    const quantity = quantityOf(quantities, line);
    if (problemOf(quantity, boundsOf(line, visitChange)) !== null) return { line, reason: "quantity" };
    const move = visitChange.moves?.get(line.id);
    if (quantity.value > 0 && move?.ticket === null) {
      return { line, reason: "not-offered" };
    }
  }
  return null;
}
