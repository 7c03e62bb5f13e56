import Link from "next/link";
import type { FindResult } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { anything, findPath, type Wanted } from "@/lib/wanted";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import { fieldClass } from "@/ui/field-class";
import { Icon } from "@/ui/icon";
import { ShowResults } from "./show-results";

type Texts = Translate<"find" | "accessibility">;

/** The highest prices to choose from, in dollars. */
const prices = ["10", "25", "50", "100", "200"];

type Choice = { name: Filter; label: string; options: { value: string; text: string }[] };
export type Filter = "site" | "category" | "audience" | "accessibility" | "price";

/** The filters that have more than one option, in the order of the page. */
function choicesOf(t: Texts, result: FindResult, wanted: Wanted): Choice[] {
  const words = (all: readonly string[]) => all.map((value) => ({ value, text: value }));
  const ofPrice = prices.includes(wanted.price) || wanted.price === "" ? prices : [...prices, wanted.price];
  return [
    { name: "category", label: t("find.category"), options: words(result.categories) },
    {
      name: "site",
      label: t("find.site"),
      options: result.sites.map(({ id, name }) => ({ value: id, text: name })),
    },
    { name: "audience", label: t("find.audience"), options: words(result.audiences) },
    {
      name: "accessibility",
      label: t("find.accessibility"),
      options: result.accessibility.map((value) => ({ value, text: t(`accessibility.${value}`) })),
    },
    {
      name: "price",
      label: t("find.price"),
      options: ofPrice
        .toSorted((one, other) => Number(one) - Number(other))
        .map((value) => ({ value, text: formatMoney(Number(value)) })),
    },
  ];
}

type Props = { t: Texts; result: FindResult; wanted: Wanted };

/**
 * The filters, as native lists in a form. On phones and tablets they are folded, so that the results are visible, and
 * the heading says how many are in use. Browsers that cannot unfold them by style fold them on large screens too.
 */
export function Filters({ t, result, wanted }: Props) {
  const choices = choicesOf(t, result, wanted).filter(
    ({ name, options }) => options.length > 1 || wanted[name],
  );
  const inUse = choices.filter(({ name }) => wanted[name] !== "").length;
  return (
    <details className="group supports-[selector(::details-content)]:lg:details-content:[content-visibility:visible]">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-link supports-[selector(::details-content)]:lg:hidden [&::-webkit-details-marker]:hidden">
        {inUse > 0 ? t("find.filters-count", { count: inUse }) : t("find.filters")}
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <div className="grid grid-cols-2 items-end gap-3 pt-2 lg:grid-cols-5">
        {choices.map(({ name, label, options }) => (
          <label key={name} className="grid min-w-0 gap-1.5 text-sm font-semibold">
            {label}
            <select
              name={name}
              defaultValue={wanted[name]}
              className={`${fieldClass} min-w-0 truncate pr-8 font-normal`}
            >
              <option value="">{t("find.any")}</option>
              {options.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
        {/* A changed filter applies at once. On phones its results are below the filters. */}
        <ShowResults className={`${buttonClass("primary", true)} lg:hidden [@media(scripting:none)]:hidden`}>
          {result.itemCount === 1 ? t("find.show-one") : t("find.show-many", { count: result.itemCount })}
        </ShowResults>
        {/* Without scripts a changed filter waits for the button, which is then near the filters too. */}
        <noscript>
          <button type="submit" className={buttonClass("secondary", true)}>
            {t("find.submit")}
          </button>
        </noscript>
      </div>
    </details>
  );
}

/** The filters in use, the words and the day, each as a link that removes it. */
export function Chosen({ t, result, wanted, day }: Props & { day: string }) {
  const chosen = choicesOf(t, result, wanted).flatMap(({ name, options }) => {
    const option = options.find(({ value }) => value === wanted[name]);
    if (!option || wanted[name] === "") return [];
    const text = name === "price" ? t("find.price-chosen", { price: option.text }) : option.text;
    return [{ name, text }];
  });
  const all: { name: keyof Wanted; text: string }[] = [
    ...(wanted.date ? [{ name: "date" as const, text: day }] : []),
    ...(wanted.words ? [{ name: "words" as const, text: `“${wanted.words}”` }] : []),
    ...chosen,
  ];
  if (all.length === 0) return null;
  return (
    <nav aria-label={t("find.chosen")}>
      <ul className="flex flex-wrap gap-2">
        {all.map(({ name, text }) => (
          <li key={name}>
            <Link
              href={findPath(wanted, { [name]: "" })}
              prefetch={false}
              aria-label={t("find.remove", { choice: text })}
              className={chipClass}
            >
              <span className="max-w-64 truncate">{text}</span>
              <Icon name="close" size={16} />
            </Link>
          </li>
        ))}
        {all.length > 1 ? (
          <li>
            <Link
              href={findPath(anything)}
              prefetch={false}
              className="inline-flex min-h-11 items-center px-2 text-sm underline"
            >
              {t("find.clear")}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

const chipClass =
  "inline-flex min-h-11 items-center gap-2 rounded-full border border-control bg-surface px-4 text-sm text-ink no-underline hover:bg-sunken";
