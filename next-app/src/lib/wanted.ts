import { dayOfQuery } from "./dates";
import { routes } from "./routes";

/** What a visitor looks for, as the query parameters of the page `/find`. An empty text is no condition. */
export type Wanted = {
  date: string;
  words: string;
  site: string;
  category: string;
  audience: string;
  accessibility: string;
  /** The highest price in whole dollars. */
  price: string;
  /** The first day of the strip of days. It is no condition. */
  from: string;
  page: number;
};

/** The names of the conditions that a link may have and the shop may not know. */
export const conditionNames = ["date", "site", "category", "audience", "accessibility", "price"] as const;

export type Condition = (typeof conditionNames)[number];

type Query = { [name: string]: string | string[] | undefined };

/** The most characters of the words that the API accepts. */
export const maxWordsLength = 200;

/** Conditions for nothing in particular. */
export const anything: Wanted = {
  date: "",
  words: "",
  site: "",
  category: "",
  audience: "",
  accessibility: "",
  price: "",
  from: "",
  page: 1,
};

/** The conditions in a query. What is not a condition, such as a day that does not exist, is left out. */
export function wantedOf(query: Query): Wanted {
  const line = (name: string) => textOf(query[name]);
  const [page, price] = [Number(line("page")), line("price")];
  return {
    date: dayOfQuery(query.date) ?? "",
    words: line("words").slice(0, maxWordsLength),
    site: line("site"),
    category: line("category"),
    audience: line("audience"),
    accessibility: line("accessibility"),
    price: /^\d{1,6}$/.test(price) ? price : "",
    from: dayOfQuery(query.from) ?? "",
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 10_000) : 1,
  };
}

/** The conditions that a query names, whether or not the shop knows them. */
export function namedIn(query: Query): Condition[] {
  return conditionNames.filter((name) => textOf(query[name]) !== "");
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The address of the page with some conditions changed. It shows the first page of items, unless a page is given. */
export function findPath(wanted: Wanted, changes: Partial<Wanted> = {}): string {
  return routes.find({ ...wanted, page: 1, ...changes });
}
