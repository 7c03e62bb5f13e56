"use client";

import type { ReactNode } from "react";
import type { Order } from "@/api/types";
import { hasNanpShape, shownPhone } from "@/lib/address-rules";
import { formatDay, formatTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { PurchaseTold } from "@/parts/analytics/purchase-told";
import { holderName, seatWords } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { PromotionName } from "@/parts/cart-lines/promotion-name";
import { PackageDetails } from "@/parts/package-details/package-details";
import { packageOfItem } from "@/parts/package-details/package-line";
import { lender } from "@/parts/payment-plan/plan";
import { PlanTable } from "@/parts/payment-plan/plan-table";
import { WasPrice } from "@/parts/price/was-price";
import { cartTexts } from "@/text/areas/cart";
import { confirmationTexts } from "@/text/areas/confirmation";
import { offerTexts } from "@/text/areas/offer";
import { passTexts } from "@/text/areas/pass";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { summaryTexts } from "@/text/areas/summary";
import type { Say } from "@/text/texts";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { ConfirmationAddress } from "./confirmation-address";
import { CopyNumber } from "./copy-number";
import { GenerationMessage } from "./generation-message";
import { OrderActions } from "./order-actions";
import { ReservedVisit } from "./reserved-visit";

type Props = {
  order: Order;
  /** The tickets as the API made them, clean of anything but text and pictures; null when there are none. */
  ticketsHtml: string | null;
  /** The page's own heading. */
  heading: ReactNode;
  /** Reads the order again: nothing but what it says of its confirmation can change. */
  reload: () => void;
};

/** Only these orders have a price that taxes and fees are part of. */
const purchase = 1;

/** An order that is placed: number first, then the tickets, then what was bought. Reading it again changes nothing. */
export function OrderView({ order, ticketsHtml, heading, reload }: Props) {
  const t = useText(
    cartTexts,
    confirmationTexts,
    offerTexts,
    passTexts,
    productTexts,
    seatsTexts,
    summaryTexts,
  );
  return (
    <article className="frame grid grid-cols-1 gap-6 lg:gap-8">
      {order.analyticsEvent ? <PurchaseTold event={order.analyticsEvent} /> : null}
      <header className="card overflow-hidden">
        <div className="grid gap-3 p-4 sm:p-8">{heading}</div>
        <hr className="perforation" />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 p-4 sm:p-8">
          <div className="min-w-0">
            <p className="legend">{t("confirmation.number")}</p>
            <CopyNumber number={order.invoiceNumber} />
          </div>
          <ConfirmationAddress order={order} />
        </div>
      </header>

      <GenerationMessage order={order} reload={reload} />
      <ReservedVisit order={order} />
      <OrderActions order={order} ticketsHtml={ticketsHtml} reload={reload} />

      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
        <div className="grid gap-6">
          <Items t={t} order={order} />
          <Plan t={t} order={order} />
        </div>
        <div className="grid gap-6">
          <WhatHappensNext t={t} order={order} />
          <Details t={t} order={order} />
        </div>
      </div>
    </article>
  );
}

function WhatHappensNext({ t, order }: { t: Say<"confirmation">; order: Order }) {
  const method = order.deliveryMethodName;
  const delivery =
    order.shippingAddress.length > 0
      ? t("confirmation.next-shipping", { method })
      : t("confirmation.next-delivery", { method });
  const steps = [
    t("confirmation.next-mail"),
    ...(order.hasTickets ? [t("confirmation.next-tickets")] : []),
    // A file with the tickets needs no more words.
    ...(order.hasTickets && order.deliveryIsDigital ? [] : [delivery]),
    t("confirmation.next-number"),
  ];
  return (
    <section data-screen-only className="card grid gap-2 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.next")}</h2>
      <ol className="grid list-decimal gap-2 pl-5">
        {steps.map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Details({ t, order }: { t: Say<"confirmation">; order: Order }) {
  const facts: [string, string][] = [
    [t("confirmation.date"), orderDate(t, order.orderDate)],
    [t("confirmation.name"), `${order.firstName} ${order.lastName}`.trim()],
    // An order does not tell its country, so the number itself is asked how it is written.
    [t("confirmation.phone"), shownPhone(order.phoneNumber, hasNanpShape(order.phoneNumber))],
    [t("confirmation.email"), order.emailAddress],
    [t("confirmation.delivery-method"), order.deliveryMethodName],
    [t("confirmation.shipping-address"), order.shippingAddress.join("\n")],
    [t("confirmation.ticket-order"), order.ticketingReservationCode ?? ""],
  ];
  // What a lender pays is told by the lender.
  const told = order.installmentBilling?.planTypeId === lender ? [] : order.payments;
  const payments = told.filter((payment) => payment.amount > 0);
  return (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.details")}</h2>
      <dl className="grid gap-3">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        {payments.map((payment) => (
          <PaymentFacts key={`${payment.paymentMethodName} ${payment.amount}`} t={t} payment={payment} />
        ))}
        {order.transactions.map(({ transactionString }) => (
          <Fact key={transactionString} name={t("confirmation.transaction")} value={transactionString} />
        ))}
      </dl>
    </section>
  );
}

/** By what it is paid over time: as it was agreed. */
function Plan({ t, order }: { t: Say<"confirmation">; order: Order }) {
  if (!order.installmentBilling?.selected) return null;
  return (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.installments")}</h2>
      <PlanTable plan={order.installmentBilling} firstDate={order.orderDate.slice(0, 10)} />
    </section>
  );
}

function PaymentFacts({ t, payment }: { t: Say<"confirmation">; payment: Order["payments"][number] }) {
  return (
    <>
      <Fact name={t("confirmation.payment-method")} value={payment.confirmationDisplayName} />
      {payment.maskedCardNumber ? (
        <Fact name={t("confirmation.card")} value={payment.maskedCardNumber} />
      ) : null}
      <Fact name={t("confirmation.paid")} value={formatMoney(payment.amount)} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="legend">{name}</dt>
      <dd className="figures break-words whitespace-pre-line">{value}</dd>
    </div>
  );
}

function Items({
  t,
  order,
}: {
  t: Say<"cart" | "confirmation" | "offer" | "pass" | "product" | "seats" | "summary">;
  order: Order;
}) {
  return (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.items")}</h2>
      <table className="figures w-full text-sm sm:text-base">
        <thead>
          <tr className="legend border-b border-line text-right">
            <th scope="col" className="py-2 text-left font-semibold">
              {t("confirmation.description")}
            </th>
            <th scope="col" className="py-2 pl-3 font-semibold">
              {t("confirmation.quantity")}
            </th>
            <th scope="col" className="py-2 pl-3 font-semibold max-sm:hidden">
              {t("confirmation.price")}
            </th>
            <th scope="col" className="py-2 pl-3 font-semibold">
              {t("confirmation.line-total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <Item key={item.id} t={t} item={item} />
          ))}
        </tbody>
      </table>
      <Totals t={t} order={order} />
    </section>
  );
}

function Item({
  t,
  item,
}: {
  t: Say<"cart" | "offer" | "pass" | "product" | "seats" | "summary">;
  item: Order["items"][number];
}) {
  const ofPackage = packageOfItem(item);
  const holder = holderName(item);
  return (
    <tr className="border-b border-line text-right align-top">
      <th scope="row" className="py-3 text-left font-normal">
        <span className="block font-semibold">
          {item.productDisplayName}, {item.productVariantDisplayName}
          {item.effectivePassLevelName ? ` (${item.effectivePassLevelName})` : ""}
        </span>
        {holder ? <span className="block text-sm">{t("pass.for", { name: holder })}</span> : null}
        {/* Four columns are one too many for a phone. */}
        <span className="block sm:hidden">
          {t("cart.each", { amount: formatMoney(item.unitPrice) })}
          <WasPrice t={t} amount={item.regularPrice} ofParts={item.isPackage} />
        </span>
        <PromotionName t={t} line={item} />
        <OccasionList
          productName={item.productDisplayName}
          performances={item.performances}
          places={item.seats.map((seat) => seatWords(t, seat))}
        />
        {ofPackage ? <PackageDetails line={ofPackage} /> : null}
        <OfferRows t={t} offers={item.offers} className="pt-1" />
      </th>
      <td className="py-3 pl-3">{item.quantity}</td>
      <td className="py-3 pl-3 max-sm:hidden">
        {formatMoney(item.unitPrice)}
        <span className="block text-sm">
          <WasPrice t={t} amount={item.regularPrice} ofParts={item.isPackage} />
        </span>
      </td>
      <td className="py-3 pl-3">{formatMoney(item.itemTotal)}</td>
    </tr>
  );
}

function Totals({ t, order }: { t: Say<"confirmation">; order: Order }) {
  const rows: [name: string, amount: number, part?: true][] = [];
  if (order.orderTypeId === purchase)
    rows.push([t("confirmation.subtotal"), order.orderTotalNetTaxesAndFees]);
  if (order.deliveryTotal > 0) rows.push([t("confirmation.delivery"), order.deliveryTotal]);
  if (order.orderTypeId === purchase) {
    rows.push([t("confirmation.tax"), order.taxTotal], [t("confirmation.fees"), order.feeTotal]);
    for (const fee of order.fees) rows.push([fee.name, fee.amount, true]);
  }
  return (
    <dl className="figures grid gap-1.5 sm:ml-auto sm:w-72">
      {rows.map(([name, amount, part]) => (
        <div
          key={name}
          className={classNames("flex justify-between gap-4", part && "pl-4 text-sm text-ink-2")}
        >
          <dt className="text-ink-2">{name}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 pt-1 font-bold">
        <dt>{t("confirmation.total")}</dt>
        <dd data-order-total className="text-xl">
          {formatMoney(order.orderTotal)}
        </dd>
      </div>
    </dl>
  );
}

/** The instant comes with the site's offset: what stands in it is the site's own calendar and clock. */
function orderDate(t: Say<"confirmation">, instant: string): string {
  return t("confirmation.date-value", {
    day: formatDay(instant.slice(0, 10)),
    time: formatTime(instant.slice(11, 16)),
  });
}
