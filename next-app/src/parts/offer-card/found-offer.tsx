import type { FindItem } from "@/api/types";
import { formatShortDay, formatTime } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { CapacityTag } from "@/parts/capacity/capacity-tag";
import type { Translate } from "@/text/texts";
import type { Offer } from "./offer-card";

type Texts = Translate<"find" | "home" | "capacity">;

/** The levels are numbers that grow as a day fills up. From this one on, nothing is left. */
const full = 4;

/** The card of a found item. `date` is the wanted day, or empty. */
export function offerOf(t: Texts, item: FindItem, date: string): Offer {
  const isGone = item.fit === "anyDay" && item.capacityLevelId === full;
  return {
    path: pathOf(item, date),
    name: item.displayName,
    text: item.shortDescription,
    picture: item.image,
    price: isGone ? null : priceOf(item),
    note: isGone ? t("home.sold-out") : <Note t={t} item={item} />,
  };
}

function priceOf({ fromPrice, highestPrice }: FindItem): Offer["price"] {
  // A bundle has no highest price: it grows with what the shopper chooses.
  if (highestPrice === undefined) return { lowest: fromPrice, isFrom: true };
  return { lowest: fromPrice, highest: highestPrice, isFrom: fromPrice < highestPrice };
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
        {item.times.length > 0 ? <span>{timesText(t, item)}</span> : null}
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

function timesText(t: Texts, { times, timeCount }: FindItem): string {
  // A line never ends between a time and its AM or PM.
  const shown = times.map((time) => formatTime(time).replace(" ", "\u00a0")).join(", ");
  return timeCount > times.length
    ? t("find.more-times", { times: shown, count: timeCount - times.length })
    : shown;
}
