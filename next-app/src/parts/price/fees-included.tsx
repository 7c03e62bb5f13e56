import type { Variant } from "@/api/types";
import type { Translate } from "@/text/texts";
import { priceSpan } from "./price-span";

type Props = { t: Translate<"product">; variants: Variant[] };

/** A note on the fees that the prices include. Renders nothing if all variants are free. */
export function FeesIncluded({ t, variants }: Props) {
  const isPaid = (priceSpan(variants)?.highest ?? 0) > 0;
  return isPaid ? <p className="text-sm text-ink-2">{t("product.fees-included")}</p> : null;
}
