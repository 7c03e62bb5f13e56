import type { CheaperSale, Variant } from "@/api/types";
import { codeSale, crossSellSale, newPassSale, type Sale, tagSale } from "@/parts/performance-picker/sale";
import { fromText } from "@/parts/price/from-price";
import { priceText } from "@/parts/price/price-text";
import type { Translate } from "@/text/texts";

/** What tells a sale from others: its tag or code, and its title. */
export function saleKey({ code, tag, title }: CheaperSale): string {
  return `${code ?? tag ?? ""} ${title}`;
}

/** A sale, and those of some things that it sells for less, in their order. */
export type SoldForLess<Thing> = { sale: CheaperSale; sold: { thing: Thing; sale: CheaperSale }[] };

/** The sales that sell some of these things for less, in the order of the things. */
export function bySale<Thing>(
  things: Thing[],
  salesOf: (thing: Thing) => CheaperSale[],
): SoldForLess<Thing>[] {
  const found = new Map<string, SoldForLess<Thing>>();
  for (const thing of things) {
    for (const sale of salesOf(thing)) {
      const known = found.get(saleKey(sale)) ?? { sale, sold: [] };
      found.set(saleKey(sale), { ...known, sold: [...known.sold, { thing, sale }] });
    }
  }
  return [...found.values()];
}

/** The sale context in which a sale sells. */
export function saleContext({ code, tag, sellsPasses }: CheaperSale): Sale {
  if (code) return codeSale(code);
  if (tag === undefined) return crossSellSale;
  return sellsPasses ? newPassSale([tag]) : tagSale([tag]);
}

/** The title of a sale. A code is named with it. */
export function saleName(t: Translate<"cheaper-sale">, { code, title }: CheaperSale): string {
  return code ? t("cheaper-sale.code", { code, sale: title }) : title;
}

/** A sale in one line: its title, and its lowest price or its code. */
export function saleText(
  t: Translate<"cheaper-sale" | "product">,
  sale: CheaperSale,
  isFrom: boolean,
): string {
  if (sale.code) return saleName(t, sale);
  const price = isFrom ? fromText(t, sale.displayPrice) : priceText(t, sale.displayPrice);
  return t("cheaper-sale.price", { sale: sale.title, price });
}

/** The sales of variants in one line each, with the lowest price. */
export function saleTexts(
  t: Translate<"cheaper-sale" | "product">,
  variants: Variant[],
): { sale: CheaperSale; text: string }[] {
  return bySale(variants, ({ cheaperSales }) => cheaperSales).map(({ sale, sold }) => {
    const lowest = Math.min(...sold.map(({ sale }) => sale.displayPrice));
    const isFrom = sold.some(({ thing, sale }) => thing.displayPriceIsFrom || sale.displayPrice !== lowest);
    return { sale, text: saleText(t, { ...sale, displayPrice: lowest }, isFrom) };
  });
}
