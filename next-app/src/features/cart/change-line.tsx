"use client";

import type { CartGroup, CartItem } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { feesText } from "@/parts/cart-lines/fees-text";
import { holderName, placesOf } from "@/parts/cart-lines/occasion";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { cartTexts } from "@/text/areas/cart";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { placeTexts } from "@/text/areas/place";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { boundsOf, hasSeveralPromotions, type VisitChange } from "./change-state";

type Props = {
  item: CartItem;
  group: CartGroup;
  visitChange: VisitChange;
  /** Whether the row above the first line ends with a border. */
  followsVisit: boolean;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
};

/** A line with its price and the stepper of its quantity. */
export function ChangeLine({ item, group, visitChange, followsVisit, quantity, onChange }: Props) {
  const t = useText(cartTexts, cartChangeTexts, placeTexts);
  // These texts distinguish lines of the same ticket: the passholder, the places, and the promotion.
  const details = [holderName(item), ...placesOf(t, item, group.items), item.promotionName].filter(
    (text): text is string => Boolean(text),
  );
  return (
    <li
      className={classNames(
        "flex items-start justify-between gap-4 border-t border-line py-3",
        followsVisit && "first:-mt-3 first:border-t-0",
      )}
    >
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold">{ticketName(item)}</p>
        {details.map((text) => (
          <p key={text} className="text-sm">
            {text}
          </p>
        ))}
        <p className="figures text-sm text-ink-2">{priceText(t, item, group, visitChange)}</p>
      </div>
      <QuantityStepper
        name={[ticketName(item), ...details, group.productDisplayName].join(", ")}
        bounds={boundsOf(item, visitChange)}
        quantity={quantity}
        onChange={onChange}
      />
    </li>
  );
}

/**
 * The price at the new visit if it is known, or else the current price. Saving asks for confirmation if the price at
 * the new visit has risen since it was loaded.
 */
function priceText(
  t: Translate<"cart" | "cart-change">,
  item: CartItem,
  group: CartGroup,
  { moves }: VisitChange,
): string {
  const newTicket = moves?.get(item.id)?.ticket;
  if (newTicket && hasSeveralPromotions(item, group.items)) return t("cart-change.each-later");
  if (newTicket) return t("cart-change.each", { amount: formatMoney(newTicket.displayPrice) });
  const each = t("cart.each", { amount: formatMoney(item.displayPrice) });
  return [each, feesText(t, item)].filter(Boolean).join(", ");
}
