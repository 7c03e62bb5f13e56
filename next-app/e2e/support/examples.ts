import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The example catalogues and their tables of totals; `examples/README.md` explains the columns. */
const examples = "../examples";

/** When the totals were computed: a Friday at 10 in the morning in New York. */
export const dayOfTotals = new Date("2026-11-20T10:00:00-05:00");

/** What is chosen together on the page of a product. */
export type Visit = {
  product: string;
  date: string | null;
  times: string[];
  /** `best`, or the section of places without numbers; null where no place is chosen. */
  section: string | null;
  /** The quantities by variant, or the variants by seat. */
  quantities: Map<string, number>;
  seats: Map<string, string>;
};

export type Purchase = {
  what: string;
  visits: Visit[];
  gift: { variant: string; amount: string } | null;
  products: Set<string>;
  total: string;
  today: string;
  code: string;
};

export type Example = { name: string; folder: string; products: Set<string>; purchases: Purchase[] };

export function readExamples(): Example[] {
  const entries = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries
    .map(({ name }) => readExample(name))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function readExample(name: string): Example {
  const folder = join(examples, name);
  const productOf = readVariants(folder);
  const table = readCsv(readFileSync(`${folder}-totals.csv`, "utf8"));
  const purchases = table.map((row) => readPurchase(row, productOf));
  return { name, folder, products: new Set(productOf.values()), purchases };
}

/** The product of each variant. Reads only the ids, which are written at the beginning of a table. */
function readVariants(folder: string): Map<string, string> {
  const productOf = new Map<string, string>();
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".toml"))) {
    let table = "";
    let product = "";
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      table = /^\[+([\w.]+)\]+/.exec(line)?.[1] ?? table;
      const id = /^id = "([^"]+)"/.exec(line)?.[1];
      if (table === "product" && id) product = id;
      if (table === "product.variant" && id) productOf.set(id, product);
      if (table === "product") {
        for (const [, variant = ""] of line.matchAll(/\{ id = "([^"]+)"/g)) productOf.set(variant, product);
      }
    }
  }
  return productOf;
}

function readPurchase(row: Record<string, string>, productOf: Map<string, string>): Purchase {
  const purchase: Purchase = {
    what: row.what ?? "",
    visits: [],
    gift: null,
    products: new Set(),
    total: row.total ?? "",
    today: row.today ?? "",
    code: row.code ?? "",
  };
  for (const line of (row.lines ?? "").split("; ")) readLine(line, purchase, productOf);
  return purchase;
}

function readLine(line: string, purchase: Purchase, productOf: Map<string, string>): void {
  const [variant = "", sign = "", amount = "", ...when] = line.split(" ");
  const product = productOf.get(variant) ?? "";
  purchase.products.add(product);
  if (sign === "for") {
    purchase.gift = { variant, amount };
    return;
  }
  const [date = null, ...more] = when.slice(1);
  const times = more.filter((word) => word.includes(":"));
  const [kind = null, place = null] = more.slice(times.length);
  const section = kind === "section" ? place : kind === "best" ? kind : null;
  const same = (visit: Visit) =>
    visit.product === product &&
    visit.date === date &&
    visit.section === section &&
    visit.times.join() === times.join();
  const visit = purchase.visits.find(same) ?? {
    ...{ product, date, times, section },
    quantities: new Map<string, number>(),
    seats: new Map<string, string>(),
  };
  if (!purchase.visits.includes(visit)) purchase.visits.push(visit);
  if (kind === "seat" && place) visit.seats.set(place, variant);
  else visit.quantities.set(variant, Number(amount));
}

/** The fewest purchases that contain every product. */
export function covering({ products, purchases }: Example): Purchase[] {
  const left = new Set(products);
  const chosen: Purchase[] = [];
  const news = (purchase: Purchase) => [...purchase.products].filter((product) => left.has(product)).length;
  while (left.size > 0) {
    const best = purchases.reduce((one, other) => (news(other) > news(one) ? other : one));
    if (news(best) === 0) throw new Error(`the table of totals has no purchase of ${[...left].join(", ")}`);
    for (const product of best.products) left.delete(product);
    chosen.push(best);
  }
  return chosen;
}

function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text.trim().split("\n").map(cellsOf);
  return rows.map((row) => Object.fromEntries(head.map((name, nth) => [name, row[nth] ?? ""])));
}

function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
