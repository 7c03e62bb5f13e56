import type { BundleVariant } from "@/api/types";
import { priceText } from "@/parts/price/price-text";
import { WasPrice } from "@/parts/price/was-price";
import type { Translate } from "@/text/texts";
import { priceOf } from "./bundle-state";

type Props = { t: Translate<"product">; variant: BundleVariant; times: readonly string[] };

/** A variant's price in the bundle, and its price outside the bundle. */
export function PartPrice({ t, variant, times }: Props) {
  const { displayPrice, regularDisplayPrice } = priceOf(variant, times);
  return (
    <span className="figures font-semibold">
      {" "}
      {priceText(t, displayPrice)}
      <WasPrice t={t} amount={regularDisplayPrice} ofParts />
    </span>
  );
}
