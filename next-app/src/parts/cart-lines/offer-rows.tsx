import type { CartItem } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

type Props = {
  t: Translate<"offer">;
  offers: CartItem["offers"];
  /** The number of units of the line. A row says how many of them an offer is for, unless it is for all. */
  quantity?: number;
  className?: string;
};

/** The discounts of a line, one row for each offer. Renders nothing without an offer. */
export function OfferRows({ t, offers, quantity, className = "" }: Props) {
  if (offers.length === 0) return null;
  return (
    <ul aria-label={t("offer.list")} className={`figures grid gap-1 text-sm text-ok ${className}`}>
      {offers.map((offer) => (
        <li
          key={`${offer.displayName} ${offer.unitPriceAdjustment}`}
          data-offer
          className="flex items-baseline gap-2"
        >
          <span className="min-w-0">
            {quantity === undefined || offer.quantity === quantity
              ? offer.displayName
              : t("offer.some", { name: offer.displayName, count: offer.quantity, quantity })}
          </span>
          <span className="font-semibold whitespace-nowrap">
            <span className="sr-only">{t("offer.discount")} </span>
            {formatMoney(offer.displayAdjustmentTotal)}
          </span>
        </li>
      ))}
    </ul>
  );
}
