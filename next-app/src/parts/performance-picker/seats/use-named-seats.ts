"use client";

import { useEffect, useMemo, useReducer, useRef } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { PerformanceDetail, Variant } from "@/api/types";
import { exchangedSeats } from "@/parts/exchange-notice/exchange-state";
import { useExchange } from "@/parts/exchange-notice/use-exchange";
import type { Sale } from "../sale";
import {
  conditionsOf,
  type KeptSeat,
  maxSeats,
  type NamedOrder,
  onlyFor,
  orderOf,
  reduce,
  withKept,
} from "./seat-state";

/** How often the availability of the seats is read again, in milliseconds. */
const pollMs = 5_000;

export type NamedSeatOptions = {
  productId: string;
  /** All chosen performances; the seats are at that of `detail`. */
  performanceIds: string[];
  sale: Sale;
  detail: PerformanceDetail;
  /** Called with the named seats after each change, and with null when the choice ends. */
  onNamed: (order: NamedOrder | null) => void;
  /** Seats that were named before on this page. They are named again if they are available. */
  kept: KeptSeat[];
  /**
   * The variant ids of the tickets that get seats, one entry per ticket: tickets of the cart, or those for which seats
   * were named at an earlier performance. Without them, new tickets are bought.
   */
  tickets?: readonly string[];
  /** Restricts the variants for which a seat may be bought. */
  only?: (variants: Variant[]) => Variant[];
  /** Counts how often the shop refused seats. The availability is read again after each refusal. */
  refusals: number;
};

/** The seats that the shopper names, their prices, and which seats are still available. */
export function useNamedSeats({
  productId,
  performanceIds,
  sale,
  detail,
  onNamed,
  kept,
  tickets,
  only: sold = (variants) => variants,
  refusals,
}: NamedSeatOptions) {
  const { performanceId, seats } = detail;
  const only = (variants: Variant[]) => (tickets ? onlyFor(tickets, sold(variants)) : sold(variants));
  const [state, dispatch] = useReducer(reduce, kept, (before) =>
    withKept(before.filter(({ seatId }) => seats.some((seat) => seat.seatId === seatId))),
  );
  const { data: availability, mutate } = useApi(
    keys.seats(productId, performanceId),
    (api) => api.POST("/performance/seat-availability", { body: { productId, performanceId } }),
    { pollMs: () => pollMs, revalidateOnFocus: true },
  );
  const takenIds = availability?.takenSeatIds ?? null;
  const exchange = useExchange();
  const conditions = useMemo(
    () => conditionsOf(seats, state.named, takenIds, exchangedSeats(exchange, performanceId)),
    [seats, state.named, takenIds, exchange, performanceId],
  );

  useEffect(() => {
    if (availability) dispatch({ type: "takenTold", seatIds: availability.takenSeatIds });
  }, [availability]);

  useEffect(() => {
    if (refusals > 0) mutate();
  }, [refusals, mutate]);

  useEffect(() => {
    onNamed(orderOf(state));
  }, [state, onNamed]);
  useEffect(() => () => onNamed(null), [onNamed]);

  async function press(position: number) {
    const seat = seats[position];
    if (!seat) return;
    const { seatId } = seat;
    const section = detail.showCategories.find(
      ({ showCategoryId }) => showCategoryId === seat.showCategoryId,
    );
    const isAccessible = seat.kind !== "standard" || section?.isAccessible;
    const contact = isAccessible ? detail.accessiblePlaces?.contact : undefined;
    if (contact) return dispatch({ type: "failed", seatId, message: contact });
    const max = tickets ? tickets.length : maxSeats(only(detail.productVariants));
    const condition = conditions[position];
    dispatch({ type: "pressed", seatId, condition, max });
    if (condition !== "free" || state.named.length >= max) return;
    await readPrice(seatId);
  }

  async function readPrice(seatId: string) {
    const outcome = await call((api) =>
      api.POST("/performance/seat-detail", {
        body: { ...sale, productId, performanceId, performanceIds, seatId },
      }),
    );
    if (!outcome.ok) {
      dispatch({ type: "failed", seatId, message: outcome.message });
      return;
    }
    const variants = only(outcome.answer.value?.productVariants ?? []);
    dispatch({ type: "priced", seatId, variants });
    if (variants.length === 0) mutate();
  }

  // Seats that were named before are priced again. The only seat of a show is chosen for the shopper.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    for (const { seatId } of state.named) void readPrice(seatId);
    if (state.named.length === 0 && seats.length === 1 && seats[0]?.isAvailable) press(0);
  });

  return {
    named: state.named,
    notice: state.notice,
    conditions,
    press,
    chooseVariant: (seatId: string, variantId: string) =>
      dispatch({ type: "variantChosen", seatId, variantId }),
  };
}
