import type { FindItem } from "@/api/types";
import { formatNearTime, formatShortDay, formatTime } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { CapacityTag } from "@/parts/capacity/capacity-tag";
import { saleText } from "@/parts/cheaper-sale/cheaper-sales";
import { bundleSaving } from "@/parts/price/bundle-saving";
import type { Translate } from "@/text/texts";
import type { Offer } from "./offer-card";

type Texts = Translate<"cheaper-sale" | "find" | "home" | "product" | "capacity">;

/** The levels are numbers that grow as a day fills up. From this one on, nothing is left. */
const full = 4;

/** Whether an item is open on the wanted day, but nothing is left. */
export function isFullThatDay({ fit, capacityLevelId }: FindItem): boolean {
  return fit === "otherDays" && capacityLevelId === full;
}

/** Why a product cannot be bought, in words. */
const stateTexts = { soldOut: "home.sold-out", ended: "home.ended" } as const;

/**
 * Why an item cannot be bought on any day, in words; null if it can be. An upcoming sale is on a day of this year if no
 * year is named, so `today` decides.
 */
function reasonOf(t: Texts, { saleState, onSaleFrom, fit, capacityLevelId }: FindItem, today: string) {
  if (saleState === "upcoming") return t("home.upcoming", { date: formatNearTime(onSaleFrom ?? "", today) });
  if (saleState) return t(stateTexts[saleState]);
  return fit === "anyDay" && capacityLevelId === full ? t("home.sold-out") : null;
}

/** The card of a found item. `date` is the wanted day, or empty. */
export function offerOf(t: Texts, item: FindItem, date: string, today: string): Offer {
  const reason = reasonOf(t, item, today);
  const isGone = reason !== null && item.saleState !== "upcoming";
  const { cheaperSale: sale } = item;
  return {
    path: pathOf(item, date),
    name: item.displayName,
    text: item.shortDescription,
    picture: item.image,
    price: isGone ? null : priceOf(item),
    note: reason ?? <Note t={t} item={item} />,
    sale: reason !== null ? undefined : sale ? saleText(t, sale, isSpan(item)) : bundleSaving(t, item.saving),
    times: item.times.length > 0 ? <Times t={t} times={item.times} timeCount={item.timeCount} /> : null,
  };
}

/** Whether some variants or times of an item cost more than its lowest price. */
function isSpan({ fromPrice, highestPrice }: FindItem): boolean {
  return fromPrice !== highestPrice;
}

function priceOf({ fromPrice, fromPriceFor, highestPrice }: FindItem): Offer["price"] {
  // A bundle has no highest price: it grows with what the shopper chooses.
  if (highestPrice === undefined) return { lowest: fromPrice, isFrom: true, lowestFor: fromPriceFor };
  return {
    lowest: fromPrice,
    highest: highestPrice,
    isFrom: fromPrice < highestPrice,
    lowestFor: fromPriceFor,
  };
}

/**
 * The page of an item. If the item is available on the wanted day, the day is chosen there. Otherwise the calendar of a
 * product begins at its next day.
 */
function pathOf({ kind, id, weekCalendar, fit, nextDate }: FindItem, wanted: string): string {
  const path = kind === "bundle" ? routes.builder(id) : routes.product({ id, weekCalendar });
  if (fit === "onDay") return routes.onDay(path, wanted);
  return nextDate ? `${path}?starting=${nextDate}` : path;
}

/** When the item is open, and how much is left. */
function Note({ t, item }: { t: Texts; item: FindItem }) {
  const { fit, kind, capacityLevelId, capacityDescription, nextDate } = item;
  if (fit === "onDay") {
    return (
      <>
        {capacityLevelId ? (
          <CapacityTag t={t} levelId={capacityLevelId} description={capacityDescription} />
        ) : null}
      </>
    );
  }
  if (nextDate) {
    return (
      <>
        {capacityLevelId === full ? (
          <CapacityTag t={t} levelId={capacityLevelId} description={capacityDescription} />
        ) : null}
        <span>{t("find.next", { day: formatShortDay(nextDate) })}</span>
      </>
    );
  }
  if (kind === "bundle" && fit === "anyDay") return t("home.built");
  return fit === "anyDay" ? t("find.no-date") : t("find.not-that-day");
}

/** The first times of the wanted day, in columns, and how many there are besides. */
function Times({ t, times, timeCount }: { t: Texts; times: string[]; timeCount: number }) {
  return (
    <ul className="figures grid grid-cols-[repeat(auto-fill,minmax(4.5rem,max-content))] gap-x-3 gap-y-1 text-sm text-ink-2">
      {times.map((time) => (
        <li key={time} className="whitespace-nowrap">
          {formatTime(time)}
        </li>
      ))}
      {timeCount > times.length ? (
        <li className="whitespace-nowrap">{t("find.more-times", { count: timeCount - times.length })}</li>
      ) : null}
    </ul>
  );
}
