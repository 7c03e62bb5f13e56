import type { Product, Variant } from "@/api/types";
import type { Translate } from "@/text/texts";

/** The limits of a product per order and per day in words. Empty if it has none. */
export function limitTexts(
  t: Translate<"product">,
  { minPerOrder, maxPerOrder, minPerDay, maxPerDay }: Product,
): string[] {
  return [
    rangeText(minPerOrder, maxPerOrder, {
      both: (range) => t("product.per-order", range),
      least: (min) => t("product.least-per-order", { min }),
      most: (max) => t("product.most-per-order", { max }),
    }),
    rangeText(minPerDay, maxPerDay, {
      both: (range) => t("product.per-day", range),
      least: (min) => t("product.least-per-day", { min }),
      most: (max) => t("product.most-per-day", { max }),
    }),
  ].filter((text) => text !== "");
}

type RangeTexts = {
  both: (range: { min: number; max: number }) => string;
  least: (min: number) => string;
  most: (max: number) => string;
};

function rangeText(min: number | undefined, max: number | undefined, texts: RangeTexts): string {
  // A minimum of one goes without saying.
  const least = min !== undefined && min > 1 ? min : undefined;
  if (least !== undefined && max !== undefined) return texts.both({ min: least, max });
  if (least !== undefined) return texts.least(least);
  return max === undefined ? "" : texts.most(max);
}

/** What a variant is sold together with, in words; null if it is sold alone. */
export function companionsText(t: Translate<"product">, { onlyWith }: Variant): string | null {
  if (!onlyWith) return null;
  const { names: companions, each: max } = onlyWith;
  return max === undefined
    ? t("product.only-with", { companions })
    : t("product.most-for-each", { max, companions });
}
