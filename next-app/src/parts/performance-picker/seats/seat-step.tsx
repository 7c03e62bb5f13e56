"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { PerformanceDetail, Variant } from "@/api/types";
import { capacityLook } from "@/lib/capacity";
import { capacityTexts } from "@/text/areas/capacity";
import { cartTexts } from "@/text/areas/cart";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import type { Say } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Segments } from "@/ui/segments";
import { Select } from "@/ui/select";
import { StatusLine } from "@/ui/status-line";
import { capacityWord } from "../../capacity/capacity-tag";
import { priceWords } from "../../price/price-words";
import { standardPrice } from "../../price/standard-price";
import type { Seating } from "../picker-state";
import type { Sale } from "../sale";
import { ChosenSeats } from "./chosen-seats";
import { SeatList } from "./seat-list";
import { SeatPlan } from "./seat-plan";
import {
  type KeptSeat,
  mostSeats,
  type NamedOrder,
  type Notice,
  onlyFor,
  orderOf,
  reduce,
  withKept,
} from "./seat-state";
import { type SeatCondition, seatName } from "./seat-words";

type Props = {
  productId: string;
  performanceId: string;
  sale: Sale;
  detail: PerformanceDetail;
  seating: Seating;
  /** The variant that was chosen already, whose prices are shown; else the standard one's are. */
  variant?: string;
  /** The section in which the best seats are wanted; null for any. */
  section: string | null;
  onSeating: (seating: Seating) => void;
  onSection: (showCategoryId: string | null) => void;
  /** Seats by name, ready for the cart; null while the shop is to choose. */
  onNamed: (order: NamedOrder | null) => void;
  /** Seats that were named on an earlier visit to the page, to be named again if they are free. */
  kept: KeptSeat[];
  /** The tickets of the cart for which seats are chosen anew, as many of each as there are: nothing else is chosen here. */
  tickets?: readonly string[];
  /** What seats may be bought as, of all that is sold, where that is less. */
  only?: (variants: Variant[]) => Variant[];
  /** Counts what the shop refused: each time the plan is looked at anew. */
  refusals: number;
};

/** Who chooses: the shop, which is quickest, or the shopper on the plan. */
export default function SeatStep({
  detail,
  seating,
  variant,
  section,
  onSeating,
  onSection,
  ...named
}: Props) {
  const t = useText(capacityTexts, productTexts, seatsTexts);
  const ways = [
    { value: "best", words: t("seats.best") },
    { value: "named", words: t("seats.named") },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-3">
      {named.tickets ? null : (
        <Segments label={t("seats.ways")} options={ways} value={seating} onChange={onSeating} />
      )}
      {seating === "best" && !named.tickets ? (
        <BestSeats t={t} detail={detail} variant={variant} section={section} onSection={onSection} />
      ) : (
        <NamedSeats detail={detail} {...named} />
      )}
    </div>
  );
}

type BestProps = Pick<Props, "detail" | "variant" | "section" | "onSection"> & {
  t: Say<"capacity" | "product" | "seats">;
};

function BestSeats({ t, detail, variant, section, onSection }: BestProps) {
  return (
    <>
      <p className="text-sm text-ink-2">{t("seats.best-hint")}</p>
      {detail.showCategories.length > 1 ? (
        <Select
          label={t("seats.where")}
          value={section ?? ""}
          onChange={(event) => onSection(event.target.value || null)}
        >
          <option value="">{t("seats.anywhere")}</option>
          {detail.showCategories.map((each) => (
            <option
              key={each.showCategoryId}
              value={each.showCategoryId}
              disabled={!capacityLook(each.capacityLevelId).selectable}
            >
              {areaWords(t, each, variant)}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  );
}

function areaWords(
  t: Say<"capacity" | "product" | "seats">,
  area: PerformanceDetail["showCategories"][number],
  variant: string | undefined,
): string {
  const { name, capacityLevelId, capacityDescription, prices } = area;
  const price = standardPrice(prices, variant);
  return capacityLook(capacityLevelId).selectable && price !== null
    ? t("seats.area", { section: name, price: priceWords(t, price.displayPrice) })
    : t("seats.area-state", {
        section: name,
        capacity: capacityWord(t, capacityLevelId, capacityDescription),
      });
}

/** How often the plan asks which seats are gone. */
const pollMs = 5_000;

type NamedProps = Pick<
  Props,
  "productId" | "performanceId" | "sale" | "detail" | "onNamed" | "kept" | "tickets" | "only" | "refusals"
>;

function NamedSeats({
  productId,
  performanceId,
  sale,
  detail,
  onNamed,
  kept,
  tickets,
  only = (variants) => (tickets ? onlyFor(tickets, variants) : variants),
  refusals,
}: NamedProps) {
  const t = useText(cartTexts, productTexts, seatsTexts);
  const { seats, showCategories: sections } = detail;
  const [state, dispatch] = useReducer(reduce, kept, (before) =>
    withKept(before.filter(({ seatId }) => seats.some((seat) => seat.seatId === seatId))),
  );
  const [look, setLook] = useState<"plan" | "list">("plan");
  const { data: availability, mutate } = useApi(
    keys.seats(productId, performanceId),
    (api) => api.POST("/performance/seat-availability", { body: { productId, performanceId } }),
    { pollMs: () => pollMs, revalidateOnFocus: true },
  );

  const nameAt = useCallback(
    (position: number) => {
      const seat = seats[position];
      return seat ? seatName(t, seat, sections) : "";
    },
    [seats, sections, t],
  );
  const taken = availability && new Set(availability.takenSeatIds);
  const yours = new Set(state.named.map((seat) => seat.seatId));
  const conditions = seats.map((seat): SeatCondition => {
    if (yours.has(seat.seatId)) return "yours";
    return (taken ? taken.has(seat.seatId) : !seat.isAvailable) ? "taken" : "free";
  });
  const nameOf = (seatId: string) => nameAt(seats.findIndex((seat) => seat.seatId === seatId));

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
    const max = tickets ? tickets.length : mostSeats(only(detail.productVariants));
    const isTaken = conditions[position] === "taken";
    dispatch({ type: "pressed", seatId, isTaken, max });
    if (isTaken || yours.has(seatId) || yours.size >= max) return;
    await price(seatId);
  }

  async function price(seatId: string) {
    const outcome = await call((api) =>
      api.POST("/performance/seat-detail", { body: { ...sale, productId, performanceId, seatId } }),
    );
    if (!outcome.ok) {
      dispatch({ type: "failed", seatId, message: outcome.message });
      return;
    }
    const variants = only(outcome.answer.value?.productVariants ?? []);
    dispatch({ type: "priced", seatId, variants });
    if (variants.length === 0) mutate();
  }

  // What was named before is asked for again; the only seat of a show is chosen by nobody else.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    for (const { seatId } of state.named) void price(seatId);
    if (state.named.length === 0 && seats.length === 1 && seats[0]?.isAvailable) press(0);
  });

  const views = [
    { value: "plan", words: t("seats.plan") },
    { value: "list", words: t("seats.list") },
  ] as const;
  const shown = { t, seats, sections, nameAt, conditions, onPress: press };
  return (
    <>
      <Segments label={t("seats.views")} options={views} value={look} onChange={setLook} />
      {look === "plan" && detail.seatingChart ? (
        <SeatPlan chart={detail.seatingChart} {...shown} />
      ) : (
        <SeatList {...shown} />
      )}
      <ChosenSeats
        t={t}
        named={state.named}
        nameOf={nameOf}
        onVariant={(seatId, variantId) => dispatch({ type: "variantChosen", seatId, variantId })}
        onRemove={(seatId) => press(seats.findIndex((seat) => seat.seatId === seatId))}
      />
      <StatusLine visible>{state.notice ? noticeWords(t, state.notice, nameOf) : ""}</StatusLine>
    </>
  );
}

function noticeWords(t: Say<"seats">, notice: Notice, nameOf: (seatId: string) => string): string {
  switch (notice.kind) {
    case "most":
      return t("seats.most", { max: notice.max });
    case "failed":
      return notice.message;
    case "gone":
      return notice.seatIds.map((seatId) => t("seats.gone", { seat: nameOf(seatId) })).join(" ");
    default:
      return t(`seats.${notice.kind}`, { seat: nameOf(notice.seatId) });
  }
}
