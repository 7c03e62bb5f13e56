import Link from "next/link";
import type { Variant } from "@/api/types";
import { routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import type { Translate } from "@/text/texts";
import { priceText } from "../price/price-text";
import { passOffers } from "./pass-offers";

type Props = { t: Translate<"pass-offer" | "product">; variants: Variant[] };

/**
 * The offers that sell passes of a product for less. Each is named once, with a link to its page and the price of each
 * pass. Renders nothing without an offer.
 */
export function PassOfferList({ t, variants }: Props) {
  const offers = passOffers(variants);
  if (offers.length === 0) return null;
  const isOnly = variants.length === 1;
  return (
    <ul className="figures grid gap-2 rounded-button bg-brand-soft px-4 py-1 text-on-brand-soft">
      {offers.map(({ offer, passes }) => (
        <li key={offer.title}>
          <Link
            href={routes.passOffer(offer)}
            prefetch={false}
            className="inline-flex min-h-11 items-center font-semibold text-on-brand-soft underline underline-offset-4"
          >
            {isOnly
              ? t("pass-offer.price", { offer: offer.title, price: priceText(t, offer.displayPrice) })
              : offer.title}
          </Link>
          {isOnly ? null : (
            <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-sm">
              {passes.map((pass) => (
                <li key={pass.extProductVariantId}>
                  {t("pass-offer.price-of", {
                    pass: ticketName(pass),
                    price: priceText(t, pass.passOffer.displayPrice),
                  })}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
