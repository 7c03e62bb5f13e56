import type { CSSProperties } from "react";
import type { ProductDate } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { formatShortDay } from "@/lib/dates";
import type { Translate } from "@/text/texts";
import { gridHeight } from "@/ui/calendar-months";
import { CapacityTag } from "../capacity/capacity-tag";
import { fromText } from "../price/from-price";

type Props = {
  t: Translate<"capacity" | "product">;
  dates: ProductDate[];
  /** The number of days that a week calendar shows at first; absent if a month calendar follows. */
  weekDays?: number;
  /** Whether the calendar asks how many people come. */
  asksGroup: boolean;
};

/** Heights in rem: what surrounds the grid of a month and the days of a week, one day, and the question for the group. */
const aroundMonth = 15;
const aroundWeek = 10.75;
const weekDay = 4;
const groupQuestion = 3.875;

/** The next dates as plain text for search engines and readers without scripts, in a box of the calendar's size. */
export function NextDates({ t, dates, weekDays, asksGroup }: Props) {
  const next = dates.filter(isOpenFor).slice(0, 6);
  const calendar = weekDays === undefined ? monthHeight(dates) : aroundWeek + weekDays * weekDay;
  const style = { "--calendar": `${calendar + (asksGroup ? groupQuestion : 0)}rem` } as CSSProperties;
  return (
    <div
      style={style}
      className={`grid min-h-(--calendar) content-start gap-3 py-3 ${weekDays === undefined ? "" : "min-[52rem]:min-h-0"}`}
    >
      <h2 className="text-base">{t("product.next-dates")}</h2>
      {next.length > 0 ? (
        <ul className="grid">
          {next.map((date) => (
            <li
              key={date.date}
              className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-2"
            >
              <time dateTime={date.date} className="figures whitespace-nowrap">
                {formatShortDay(date.date)}
              </time>
              {date.fromPrice === undefined ? null : (
                <span className="figures ms-auto whitespace-nowrap text-ink-2">
                  {fromText(t, date.fromPrice)}
                </span>
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

/** The height of the calendar, which opens in the month of the next available day. */
function monthHeight(dates: ProductDate[]): number {
  const first = dates[0]?.date;
  if (first === undefined) return 0;
  const isPriced = dates.some((date) => date.fromPrice !== undefined);
  return aroundMonth + gridHeight(dates.find(isOpenFor)?.date ?? first, { minimum: first }, isPriced);
}
