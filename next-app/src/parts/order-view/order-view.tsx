"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { Order, OrderRefunds as Refunds } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { PurchaseTracking } from "@/parts/analytics/purchase-tracking";
import { TransfersSection } from "@/parts/ticket-transfers/transfers-section";
import { cardTexts } from "@/text/areas/card";
import { cartTexts } from "@/text/areas/cart";
import { confirmationTexts } from "@/text/areas/confirmation";
import { offerTexts } from "@/text/areas/offer";
import { passTexts } from "@/text/areas/pass";
import { placeTexts } from "@/text/areas/place";
import { productTexts } from "@/text/areas/product";
import { summaryTexts } from "@/text/areas/summary";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { hasOwnTickets } from "./bought";
import { BoughtList } from "./bought-list";
import { ConfirmationState } from "./confirmation-state";
import { CopyNumber } from "./copy-number";
import { OrderActions } from "./order-actions";
import { OrderAnswers } from "./order-answers";
import { OrderCancellation } from "./order-cancellation";
import { OrderChoices } from "./order-choices";
import { OrderDetails, OrderPlan } from "./order-details";
import { OrderItems } from "./order-items";
import { OrderRefunds } from "./order-refunds";
import { OrderTickets } from "./order-tickets";
import { ReservedVisit } from "./reserved-visit";
import { SentTickets } from "./sent-tickets";
import { ChangeButtons, useOrderChanges } from "./use-order-changes";

type Props = {
  order: Order;
  /** The refunds of the order; absent for an order that was just placed. */
  refunds?: Refunds;
  /** The orders for which tickets of this one were exchanged, as far as the visitor may open them: number and id. */
  newOrders?: Readonly<Record<string, string>>;
  /** The tickets as HTML from the API, which contains text and pictures only; null when there are none. */
  ticketsHtml: string | null;
  /** The page's own heading. */
  heading: ReactNode;
  /** The operator's message about the order. */
  message?: ReactNode;
  /** What the page shows above the order. */
  before?: ReactNode;
  /** What the page says about the visitor's account, beside the order's lines. */
  account?: ReactNode;
  /** Reads the order again: the state of its confirmation or the code of a ticket has changed. */
  reload: () => void;
};

/** A placed order: what was bought for when, its number, its tickets, and its prices. */
export function OrderView({
  order,
  refunds,
  newOrders = {},
  ticketsHtml,
  heading,
  message,
  before,
  account,
  reload,
}: Props) {
  const t = useText(
    cardTexts,
    cartTexts,
    confirmationTexts,
    offerTexts,
    passTexts,
    productTexts,
    placeTexts,
    summaryTexts,
  );
  const [open, setOpen] = useState(false);
  const changes = useOrderChanges(order, reload);
  const { hasValidTickets: isValid } = order;
  const tickets = isValid ? ticketsHtml : null;
  const router = useRouter();
  return (
    <article className="frame grid grid-cols-1 gap-6 lg:gap-8 print:gap-2">
      {order.analyticsEvent ? <PurchaseTracking event={order.analyticsEvent} /> : null}
      {before}
      <header className="card overflow-hidden">
        <div className="grid gap-3 p-4 sm:p-8 print:px-5 print:py-2">{heading}</div>
        <hr className="perforation" />
        <div className="grid gap-6 p-4 sm:p-8 print:gap-2 print:px-5 print:py-2">
          {changes.notice}
          <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 print:gap-y-2">
            <div className="min-w-0">
              <p className="legend">{t("confirmation.number")}</p>
              <CopyNumber number={order.invoiceNumber} />
            </div>
            <ConfirmationState order={order} reload={reload} />
          </div>
          {refunds ? <OrderChoices choices={order.choices} /> : null}
          <OrderActions
            order={order}
            hasTickets={tickets !== null}
            open={open}
            onToggle={() => setOpen(!open)}
            reload={reload}
            changes={refunds ? <ChangeButtons order={order} onBegin={changes.begin} /> : null}
          />
          <BoughtList t={t} order={order} refunds={refunds} />
          <SentTickets t={t} order={order} />
          {message}
        </div>
      </header>

      {tickets === null ? null : (
        <OrderTickets t={t} html={tickets} arePasses={order.ticketsArePasses} open={open} />
      )}
      <ReservedVisit order={order} />
      {refunds && isValid ? (
        <TransfersSection
          orderId={order.id}
          buyerName={`${order.firstName} ${order.lastName}`.trim()}
          isSent={order.sentTickets.length > 0}
          onChanged={() => {
            reload();
            router.refresh();
          }}
        />
      ) : null}

      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8 print:grid-cols-1">
        <div className="grid gap-6 print:gap-2">
          <OrderItems t={t} order={order} />
          {refunds ? <OrderRefunds t={t} refunds={refunds} newOrders={newOrders} /> : null}
          {refunds ? <OrderCancellation order={order} /> : null}
          <OrderAnswers t={t} order={order} />
          <OrderPlan t={t} order={order} />
          <OrderDetails t={t} order={order} />
        </div>
        {/* On paper an empty column would begin a page. */}
        <div data-screen-only className="grid gap-6">
          <NextSteps t={t} order={order} />
          {account}
        </div>
      </div>
      {changes.dialogs}
    </article>
  );
}

/** How the order is delivered. Goods are named, because the tickets of their order come by e-mail. */
function deliveryText(t: Translate<"confirmation">, order: Order): string {
  const { deliveryMethodName: method, items } = order;
  const isShipped = order.shippingAddress.length > 0;
  const goods = items.filter(({ deliveryItem }) => deliveryItem).map((item) => item.productDisplayName);
  if (goods.length === 0)
    return t(isShipped ? "confirmation.next-shipping" : "confirmation.next-delivery", { method });
  const products = listInWords(new Set(goods));
  return t(isShipped ? "confirmation.next-shipping-of" : "confirmation.next-delivery-of", {
    products,
    method,
  });
}

function NextSteps({ t, order }: { t: Translate<"confirmation">; order: Order }) {
  const isValid = hasOwnTickets(order);
  const left = order.items.filter(({ unitsLeft }) => unitsLeft > 0);
  const hasPasses = left.some((item) => item.productVariantIsPass);
  const hasDayTickets = isValid && left.some((item) => !item.productVariantIsPass);
  const steps = [
    t("confirmation.next-mail"),
    ...(hasDayTickets ? [t("confirmation.next-tickets")] : []),
    ...(hasPasses ? [t("confirmation.next-passes")] : []),
    // Digital tickets are delivered already, so no delivery is announced.
    ...((order.hasTickets && order.deliveryIsDigital) || left.length === 0 ? [] : [deliveryText(t, order)]),
    t("confirmation.next-number"),
  ];
  return (
    <section className="card grid gap-2 p-4 sm:p-6">
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
