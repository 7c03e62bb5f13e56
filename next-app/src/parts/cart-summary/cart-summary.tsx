"use client";

import { useId, useState } from "react";
import type { Cart, CartGroup } from "@/api/types";
import { formatShortDay, formatTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { PackageDetails } from "@/parts/package-details/package-details";
import { packageOfGroup } from "@/parts/package-details/package-line";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Icon } from "@/ui/icon";

type Props = {
  cart: Cart;
  /** What is bought, above the totals: for pages that do not list the lines themselves. */
  withLines?: boolean;
  /** On phones only the total is shown until the details are opened. */
  collapsible?: boolean;
};

/** What the cart comes to, as the server's quote says. Nothing is added up here. */
export function CartSummary({ cart, withLines, collapsible }: Props) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const details = classNames("grid gap-4 pt-4", collapsible && !open && "max-lg:hidden");

  return (
    <section aria-labelledby={`${id}-title`} className="card px-4 py-4 lg:p-6">
      <div className="flex min-h-11 items-center justify-between gap-4 lg:min-h-0">
        <h2 id={`${id}-title`} className="text-lg">
          {t("summary.title")}
        </h2>
        {collapsible ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-details`}
            onClick={() => setOpen(!open)}
            className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-button px-2 text-link lg:hidden"
          >
            {t("summary.details")}
            <span
              className={classNames("transition-transform duration-(--speed-open)", open && "rotate-180")}
            >
              <Icon name="down" size={20} />
            </span>
          </button>
        ) : null}
      </div>

      <div id={`${id}-details`} className={details}>
        {cart.cartEmpty ? <p className="text-ink-2">{t("summary.empty")}</p> : null}
        {withLines && !cart.cartEmpty ? (
          <ul className="grid gap-4">
            {cart.itemGroups.map((group) => (
              <Group key={group.items[0]?.id ?? group.productId} group={group} />
            ))}
          </ul>
        ) : null}
        {withLines && !cart.cartEmpty ? <hr className="perforation" /> : null}
        <dl className="grid gap-2">
          <Row label={t("summary.subtotal")} amount={cart.cartTotalNetTaxesAndFees} />
          {cart.defaultDeliveryMethod ? (
            <Row
              label={t("summary.delivery-by", { method: cart.defaultDeliveryMethod })}
              amount={cart.deliveryTotal}
            />
          ) : null}
          <Row label={t("summary.tax")} amount={cart.taxTotal} />
          <Row label={t("summary.fees")} amount={cart.feeTotal} />
        </dl>
      </div>

      <dl className="mt-2 border-line lg:mt-4 lg:border-t lg:pt-4">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-semibold">{t("summary.total")}</dt>
          <dd data-order-total className="figures text-2xl font-bold">
            {formatMoney(cart.cartTotal)}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-ink-2">
      <dt className="min-w-0">{label}</dt>
      <dd className="figures text-ink">{formatMoney(amount)}</dd>
    </div>
  );
}

function Group({ group }: { group: CartGroup }) {
  const t = useText();
  const ofPackage = packageOfGroup(group);
  return (
    <li className="grid gap-1">
      <p className="font-semibold">{group.productDisplayName}</p>
      {group.performanceDate ? (
        <p className="text-sm text-ink-2">
          {formatShortDay(group.performanceDate)}
          {group.performanceTime && !isAllDay(group) ? `, ${formatTime(group.performanceTime)}` : ""}
        </p>
      ) : null}
      <ul className="grid gap-1">
        {group.items.map((item) => (
          <li key={item.id} className="grid gap-1">
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0 text-ink-2">
                {t("summary.line", { quantity: item.quantity, name: item.displayName })}
              </span>
              <span className="figures">{formatMoney(item.itemTotal)}</span>
            </p>
            <OfferRows t={t} offers={item.offers} />
          </li>
        ))}
      </ul>
      {ofPackage ? <PackageDetails line={ofPackage} /> : null}
    </li>
  );
}

/** A visit at any time of its day has no time worth showing. */
function isAllDay(group: CartGroup): boolean {
  return group.items[0]?.performances[0]?.validAllDay ?? false;
}
