import type { SeatState, Variant } from "@/api/types";
import { toCents } from "@/lib/money";
import type { SeatCondition } from "./seat-text";

/**
 * Named seats as a pure state machine. A seat is included in the order after its variants on sale have loaded. A seat
 * that turns out to be taken is removed and reported; the other seats stay.
 */
export type NamedSeat = {
  seatId: string;
  /** The variants on sale for the seat; null until they have loaded. */
  variants: Variant[] | null;
  variantId: string | null;
};

/** A named seat as it is stored. When it is restored, its availability and price are loaded again. */
export type KeptSeat = { seatId: string; variantId: string | null };

/** The latest event, which is shown and announced. */
export type Notice =
  | { kind: "added" | "removed" | "is-own"; seatId: string }
  /** All seats that turned out to be taken since the shopper's last action. */
  | { kind: "taken"; seatIds: string[] }
  | { kind: "most"; max: number }
  | { kind: "failed"; message: string };

export type SeatsState = { named: NamedSeat[]; notice: Notice | null };

export const noSeats: SeatsState = { named: [], notice: null };

export function withKept(seats: KeptSeat[]): SeatsState {
  return { named: seats.map((seat) => ({ ...seat, variants: null })), notice: null };
}

export type SeatsEvent =
  | { type: "pressed"; seatId: string; condition: SeatCondition | undefined; max: number }
  | { type: "priced"; seatId: string; variants: Variant[] }
  | { type: "failed"; seatId: string; message: string }
  | { type: "variantChosen"; seatId: string; variantId: string }
  /** The seats that are taken now, according to the shop. */
  | { type: "takenTold"; seatIds: string[] };

export function reduce(state: SeatsState, event: SeatsEvent): SeatsState {
  switch (event.type) {
    case "pressed":
      return press(state, event.seatId, event.condition, event.max);
    case "priced": {
      const seat = state.named.find((each) => each.seatId === event.seatId);
      if (!seat) return state;
      // An empty list of variants means that another shopper took the seat.
      if (event.variants.length === 0) return withoutTaken(state, [event.seatId]);
      const kept = event.variants.find((variant) => variant.extProductVariantId === seat.variantId);
      const variantId = kept?.extProductVariantId ?? fitting(state, event.variants);
      return replace(state, event.seatId, { variants: event.variants, variantId });
    }
    case "failed":
      return without(state, event.seatId, { kind: "failed", message: event.message });
    case "variantChosen":
      return replace(state, event.seatId, { variantId: event.variantId });
    case "takenTold": {
      const named = state.named.map((seat) => seat.seatId).filter((id) => event.seatIds.includes(id));
      return named.length > 0 ? withoutTaken(state, named) : state;
    }
  }
}

function press(
  state: SeatsState,
  seatId: string,
  condition: SeatCondition | undefined,
  max: number,
): SeatsState {
  if (state.named.some((seat) => seat.seatId === seatId)) {
    return without(state, seatId, { kind: "removed", seatId });
  }
  if (condition === "own") return { ...state, notice: { kind: "is-own", seatId } };
  if (condition === "taken") return { ...state, notice: { kind: "taken", seatIds: [seatId] } };
  if (state.named.length >= max) return { ...state, notice: { kind: "most", max } };
  return {
    named: [...state.named, { seatId, variants: null, variantId: null }],
    notice: { kind: "added", seatId },
  };
}

function without(state: SeatsState, seatId: string, notice: Notice): SeatsState {
  return { named: state.named.filter((seat) => seat.seatId !== seatId), notice };
}

function withoutTaken({ named, notice }: SeatsState, seatIds: string[]): SeatsState {
  const shownMessage = notice?.kind === "taken" ? notice.seatIds : [];
  return {
    named: named.filter((seat) => !seatIds.includes(seat.seatId)),
    notice: { kind: "taken", seatIds: [...shownMessage, ...seatIds] },
  };
}

function replace(state: SeatsState, seatId: string, change: Partial<NamedSeat>): SeatsState {
  return {
    ...state,
    named: state.named.map((seat) => (seat.seatId === seatId ? { ...seat, ...change } : seat)),
  };
}

/**
 * The variant of the previous seat if its limit allows one more seat, or else the first variant whose limit does. If no
 * limit allows one more seat, the first variant.
 */
function fitting(state: SeatsState, variants: Variant[]): string | null {
  const count = (id: string) => state.named.filter((seat) => seat.variantId === id).length;
  const open = variants.filter((variant) => count(variant.extProductVariantId) < variant.maxQuantity);
  const before = state.named.findLast((seat) => seat.variantId !== null)?.variantId;
  const found = open.find((variant) => variant.extProductVariantId === before) ?? open[0] ?? variants[0];
  return found?.extProductVariantId ?? null;
}

/**
 * The condition of each seat. `takenIds` are the seats that are taken now; null if they have not been read and the
 * chart decides. `ownIds` are the seats that the shopper is exchanging, which are taken by the shopper.
 */
export function conditionsOf(
  seats: readonly Pick<SeatState, "seatId" | "isAvailable">[],
  named: readonly Pick<NamedSeat, "seatId">[],
  takenIds: readonly string[] | null,
  ownIds: readonly string[] = [],
): SeatCondition[] {
  const taken = takenIds && new Set(takenIds);
  const yours = new Set(named.map(({ seatId }) => seatId));
  return seats.map((seat) => {
    if (yours.size > 0 && yours.has(seat.seatId)) return "yours";
    const isFree = taken ? taken.size === 0 || !taken.has(seat.seatId) : seat.isAvailable;
    if (isFree) return "free";
    return ownIds.includes(seat.seatId) ? "own" : "taken";
  });
}

/** The maximum number of seats: the highest quantity limit among the variants, at least 1. */
export function maxSeats(variants: Variant[]): number {
  return Math.max(1, ...variants.map((variant) => variant.maxQuantity));
}

/** The variants for the given tickets, each limited to the number of those tickets. */
export function onlyFor(tickets: readonly string[], variants: Variant[]): Variant[] {
  const count = (id: string) => tickets.filter((ticket) => ticket === id).length;
  return variants.flatMap((variant) => {
    const maxQuantity = count(variant.extProductVariantId);
    return maxQuantity > 0 ? [{ ...variant, maxQuantity }] : [];
  });
}

export function variantOf(seat: NamedSeat): Variant | null {
  return seat.variants?.find((variant) => variant.extProductVariantId === seat.variantId) ?? null;
}

/**
 * The content for the cart: one line for each seat. While a seat waits for its price, there are no lines, `cents` is
 * the total of the other seats, and `seats` has all seats.
 */
export type NamedOrder = {
  lines: { seatId: string; variantId: string; unitPrice: number; displayPrice: number }[];
  cents: number;
  seats: KeptSeat[];
};

export function orderOf({ named }: SeatsState): NamedOrder {
  const lines: NamedOrder["lines"] = [];
  const seats = named.map(({ seatId, variantId }) => ({ seatId, variantId }));
  let cents = 0;
  for (const seat of named) {
    const variant = variantOf(seat);
    if (!variant) continue;
    lines.push({
      seatId: seat.seatId,
      variantId: variant.extProductVariantId,
      unitPrice: variant.unitPrice,
      displayPrice: variant.displayPrice,
    });
    cents += toCents(variant.displayPrice);
  }
  return { lines: lines.length === named.length ? lines : [], cents, seats };
}
