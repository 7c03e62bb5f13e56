import Link from "next/link";
import type { FindResult } from "@/api/types";
import { addDays, formatMonthDay, parseDay, weekdayNames } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { anything, findPath, type Wanted } from "@/lib/wanted";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";

/** How far the arrows move, in days. */
const step = 7;

type Props = {
  t: Translate<"find">;
  /** What the visitor looks for; null on the home page, where nothing is chosen yet. */
  wanted: Wanted | null;
  result: Pick<FindResult, "days" | "today" | "lastDate">;
};

/**
 * The question for the day, with links to the next days and how much is open on each. They keep all other conditions.
 * The arrows show other days of the same page and choose none.
 */
export function DayStrip({ t, wanted, result }: Props) {
  const { days, today, lastDate } = result;
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return null;
  const pathFrom = (from: string) => (wanted ? findPath(wanted, { from }) : routes.homeFrom(from));
  const earlier = first > today ? pathFrom(laterOf(addDays(first, -step), today)) : null;
  const later = last < lastDate ? pathFrom(addDays(first, step)) : null;
  return (
    <nav aria-label={t("find.days")} className="grid min-w-0 gap-2">
      {/* The arrows have space around them, so the question fits into one line on a phone of 360 pixels. */}
      <div className="flex min-h-11 items-center justify-between">
        <h2 className="text-base text-balance sm:text-xl">{t("find.when")}</h2>
        <div className="-mr-2.5 flex flex-none">
          <Arrow label={t("find.earlier")} icon="previous" to={earlier} />
          <Arrow label={t("find.later")} icon="next" to={later} />
        </div>
      </div>
      {/* On phones the strip scrolls. It ends inside of a day, so that shoppers see that there are more. */}
      <ul className="-m-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto p-1 sm:grid sm:grid-cols-7">
        {days.map(({ date, openCount, isClosed }) => (
          <li key={date} className="min-w-max flex-[0_0_calc((100%-2rem)/4.5)] snap-start">
            <Link
              href={findPath(wanted ?? anything, { date })}
              prefetch={false}
              aria-current={date === wanted?.date ? "date" : undefined}
              className={dayClass(openCount > 0)}
            >
              <span className="text-xs">{date === today ? t("find.today") : weekday(date)}</span>{" "}
              <span className="figures text-base leading-tight font-bold">{formatMonthDay(date)}</span>{" "}
              <span className="mt-1 text-xs">
                {openCount > 0
                  ? t("find.day-open", { count: openCount })
                  : t(isClosed ? "find.day-closed" : "find.day-none")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Arrow({ label, icon, to }: { label: string; icon: "previous" | "next"; to: string | null }) {
  if (to === null) return null;
  return (
    <Link
      href={to}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className="inline-grid size-11 place-items-center rounded-button text-ink hover:bg-sunken"
    >
      <Icon name={icon} />
    </Link>
  );
}

function dayClass(isOpen: boolean): string {
  return [
    "flex h-full min-h-11 flex-col items-center rounded-button border border-line bg-surface px-1 py-2 whitespace-nowrap no-underline hover:border-control",
    "aria-[current=date]:border-brand aria-[current=date]:bg-brand-soft aria-[current=date]:text-on-brand-soft",
    isOpen ? "text-ink" : "text-ink-2",
  ].join(" ");
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

function weekday(day: string): string {
  return (weekdayNames[parseDay(day)?.getUTCDay() ?? 0] ?? "").slice(0, 3);
}
