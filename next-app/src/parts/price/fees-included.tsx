import type { Product } from "@/api/types";
import type { Translate } from "@/text/texts";
import { priceSpan } from "./price-span";

type Props = { t: Translate<"product">; products: Pick<Product, "variants" | "isTaxed">[] };

/**
 * A note on the fees that the prices include and on the taxes that they do not. Renders nothing if there are neither, or
 * if everything is free.
 */
export function FeesIncluded({ t, products }: Props) {
  const variants = products.flatMap((product) => product.variants);
  if ((priceSpan(variants)?.highest ?? 0) === 0) return null;
  const hasFees = variants.some(({ displayPrice, unitPrice }) => displayPrice > unitPrice);
  const notes = [
    hasFees ? t("product.fees-included") : "",
    products.some(({ isTaxed }) => isTaxed) ? t("product.taxes-added") : "",
  ].filter(Boolean);
  return notes.length > 0 ? <p className="text-sm text-ink-2">{notes.join(" ")}</p> : null;
}
