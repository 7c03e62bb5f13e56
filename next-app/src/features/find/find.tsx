import Link from "next/link";
import type { FindResult } from "@/api/types";
import { formatDayOfYear } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { type Condition, findPath, type Wanted } from "@/lib/wanted";
import { DayStrip } from "@/parts/find-bar/day-strip";
import { rangeOf, WordsAndDate } from "@/parts/find-bar/words-and-date";
import type { Translate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { Chosen, Filters } from "./filters";
import { FindForm } from "./find-form";
import { FoundList } from "./found-list";
import { countTexts, groupsOf } from "./groups";
import { ResultCount } from "./result-count";

type Props = {
  t: Translate<"cheaper-sale" | "find" | "accessibility" | "alert" | "home" | "product" | "capacity">;
  wanted: Wanted;
  /** The conditions that the address names, whether or not the shop knows them. */
  named: readonly Condition[];
  result: FindResult;
};

/** The page that finds something to buy. Its form and its links work without JavaScript. */
export function Find({ t, wanted: asked, named, result }: Props) {
  const wanted = offered(asked, result);
  const ignored = named.filter((name) => wanted[name] === "");
  const day = wanted.date ? formatDayOfYear(wanted.date) : "";
  const { itemCount, page, pageCount, correctedWords: words } = result;
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 sm:gap-8">
      <div className="grid min-w-0 gap-3 sm:gap-5">
        <h1 className="text-h1">{findTitle(t, result)}</h1>
        {ignored.length > 0 ? (
          <Alert tone="warning" label={t("alert.warning")} live={false}>
            {ignoredText(t, ignored)}
          </Alert>
        ) : null}
        <DayStrip t={t} wanted={wanted} result={result} />
        <FindForm wanted={wanted}>
          <WordsAndDate t={t} wanted={wanted} range={rangeOf(result)} />
          <Filters t={t} result={result} wanted={wanted} />
        </FindForm>
        <Chosen t={t} result={result} wanted={wanted} day={day} />
        <ResultCount path={findPath(wanted, { page })}>
          {words === undefined ? null : (
            <>
              <span className="block font-semibold text-ink">{t("find.corrected", { words })}</span>{" "}
            </>
          )}
          <span>{countText(t, result)}</span>
        </ResultCount>
      </div>
      {itemCount === 0 ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-lg font-semibold">{t("find.none")}</p>
          <p className="text-ink-2">{t("find.none-hint")}</p>
          <Link href={routes.find()} prefetch={false} className={buttonClass("secondary")}>
            {t("find.clear")}
          </Link>
        </div>
      ) : (
        <FoundList
          t={t}
          items={result.items}
          date={wanted.date}
          today={result.today}
          isAll={pageCount === 1}
        />
      )}
      {pageCount > 1 ? (
        <nav aria-label={t("find.pages")} className="flex items-center justify-center gap-4">
          {page > 1 ? (
            <PageLink to={findPath(wanted, { page: page - 1 })} text={t("find.previous-page")} />
          ) : null}
          <span className="figures">{t("find.page", { page, count: pageCount })}</span>
          {page < pageCount ? (
            <PageLink to={findPath(wanted, { page: page + 1 })} text={t("find.next-page")} />
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function PageLink({ to, text }: { to: string; text: string }) {
  return (
    <Link href={to} prefetch={false} className={buttonClass("secondary")}>
      {text}
    </Link>
  );
}

/** The page's heading, which is also its title. */
export function findTitle(t: Translate<"find">, { date, days }: FindResult): string {
  if (!date) return t("find.title");
  const isClosed = days.some((day) => day.isClosed && day.date === date);
  return t(isClosed ? "find.title-closed" : "find.title-day", { day: formatDayOfYear(date) });
}

/** How much was found and, if a day is wanted and all of it is on this page, how it fits the day. */
function countText(t: Translate<"find">, { itemCount, items, date, pageCount }: FindResult): string {
  const all = itemCount === 1 ? t("find.result") : t("find.results", { count: itemCount });
  if (!date || pageCount > 1) return all;
  const groups = groupsOf(items).map(({ fit, members }) => t(countTexts[fit], { count: members.length }));
  return groups.length > 0 ? `${all}: ${groups.join(", ")}` : all;
}

/** Says which conditions of the address the result does not have, because the shop does not know them. */
function ignoredText(t: Translate<"find">, ignored: readonly Condition[]): string {
  if (ignored.length === 1 && ignored[0] === "date") return t("find.ignored-date");
  return t("find.ignored", { names: ignored.map((name) => t(`find.${name}`)).join(", ") });
}

/**
 * The conditions that the result fulfils. A condition that the shop does not know, such as a venue of an old link, and a
 * day in the past are left out.
 */
export function offered(asked: Wanted, result: FindResult): Wanted {
  const among = (value: string, all: readonly string[]) => (all.includes(value) ? value : "");
  const sites = result.sites.map(({ id }) => id);
  return {
    ...asked,
    date: result.date ?? "",
    site: among(asked.site, sites),
    category: among(asked.category, result.categories),
    audience: among(asked.audience, result.audiences),
    accessibility: among(asked.accessibility, result.accessibility),
    page: result.page,
  };
}
