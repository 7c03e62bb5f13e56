import type { ProductDate } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { formatDay } from "@/lib/dates";
import type { Translate } from "@/text/texts";
import { CapacityTag } from "../capacity/capacity-tag";
import { fromText } from "../price/from-price";

type Props = {
  t: Translate<"capacity" | "product">;
  dates: ProductDate[];
  /** Whether a week calendar follows instead of a month calendar. */
  weeks?: boolean;
  /** Whether the calendar asks how many people come. */
  asksGroup: boolean;
};

/** The heights of the calendars. Days with prices need more. */
const heights = {
  months: "min-h-[34.5rem]",
  pricedMonths: "min-h-[38.25rem]",
  weeks: "min-h-[40.25rem] min-[52rem]:min-h-0",
} as const;

/** The heights of the calendars under the question of how many people come. */
const withGroup = {
  months: "min-h-[38.375rem]",
  pricedMonths: "min-h-[42.125rem]",
  weeks: "min-h-[44.125rem] min-[52rem]:min-h-0",
} as const;

/** The next dates as plain text for search engines and readers without scripts, in a box of the calendar's size. */
export function NextDates({ t, dates, weeks = false, asksGroup }: Props) {
  const isPriced = dates.some((date) => date.fromPrice !== undefined);
  const size = weeks ? "weeks" : isPriced ? "pricedMonths" : "months";
  const next = dates.filter(isOpenFor).slice(0, 6);
  return (
    <div className={`grid ${(asksGroup ? withGroup : heights)[size]} content-start gap-3 py-3`}>
      <h2 className="text-base">{t("product.next-dates")}</h2>
      {next.length > 0 ? (
        <ul className="grid">
          {next.map((date) => (
            <li
              key={date.date}
              className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-2"
            >
              <time dateTime={date.date} className="figures">
                {formatDay(date.date)}
              </time>
              {date.fromPrice === undefined ? null : (
                <span className="figures ms-auto text-ink-2">{fromText(t, date.fromPrice)}</span>
              )}
              <CapacityTag t={t} levelId={date.capacityLevelId} description={date.capacityDescription} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{t("product.no-dates")}</p>
      )}
    </div>
  );
}
