import type { ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { priceText } from "../price/price-text";
import { standardPrice } from "../price/standard-price";

type Props = {
  t: Translate<"picker" | "product">;
  section: ShowCategory;
  /** The variant whose price is shown; if absent, the standard variant. */
  variant: string | undefined;
};

/**
 * The price of a section, with the name of its ticket if the section sells several and the name says more than that of
 * the section. Renders nothing if the section has no price.
 */
export function SectionPrice({ t, section: { name, prices }, variant }: Props) {
  const price = standardPrice(prices, variant);
  if (price === null) return null;
  const amount = priceText(t, price.displayPrice);
  return (
    <span className="figures min-w-0 text-sm wrap-anywhere">
      {prices.length > 1 && price.displayName !== name
        ? t("picker.section-price", { ticket: price.displayName, price: amount })
        : amount}
    </span>
  );
}
