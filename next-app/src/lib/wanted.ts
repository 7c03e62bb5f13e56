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
  page: number;
};

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
  page: 1,
};

/** The conditions in a query. What is not a condition, such as a day that does not exist, is ignored. */
export function wantedOf(query: { [name: string]: string | string[] | undefined }): Wanted {
  const line = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const [page, price] = [Number(line("page")), line("price")];
  return {
    date: dayOfQuery(query.date) ?? "",
    words: line("words").slice(0, maxWordsLength),
    site: line("site"),
    category: line("category"),
    audience: line("audience"),
    accessibility: line("accessibility"),
    price: /^\d{1,6}$/.test(price) ? price : "",
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 10_000) : 1,
  };
}

/** The address of the page with some conditions changed. It shows the first page of items, unless a page is given. */
export function findPath(wanted: Wanted, changes: Partial<Wanted> = {}): string {
  return routes.find({ ...wanted, page: 1, ...changes });
}
