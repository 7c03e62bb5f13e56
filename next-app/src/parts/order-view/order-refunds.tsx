import Link from "next/link";
import type { OrderRefunds as Refunds } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";
import { classNames } from "@/ui/class-names";

type Refund = Refunds["refunds"][number];

const standings = {
  OnItsWay: "confirmation.refund-on-its-way",
  PaidBack: "confirmation.refund-paid-back",
  NotPaidBack: "confirmation.refund-not-paid-back",
  Canceled: "confirmation.refund-canceled",
  Exchanged: "confirmation.refund-exchanged",
} as const;

/** The orders that the visitor may open: their numbers and ids. */
type NewOrders = Readonly<Record<string, string>>;

type Props = { t: Translate<"confirmation">; refunds: Refunds; newOrders: NewOrders };

/** What was refunded of an order, and how far each refund is. */
export function OrderRefunds({ t, refunds, newOrders }: Props) {
  if (refunds.refunds.length === 0) return null;
  return (
    <section
      aria-labelledby="refunds"
      className="card grid gap-4 p-4 sm:p-6 print:gap-1 print:px-5 print:py-2"
    >
      <h2 id="refunds" className="text-lg">
        {t("confirmation.refunds")}
      </h2>
      <ul className="grid gap-4">
        {refunds.refunds.map((refund) => (
          <RefundItem
            key={`${refund.refundDate} ${refund.amount}`}
            t={t}
            refund={refund}
            newOrders={newOrders}
          />
        ))}
      </ul>
      {refunds.refunds.length > 1 ? (
        <p className="figures flex justify-between gap-4 font-bold">
          <span>{t("confirmation.refunded-total")}</span>
          <span>{formatMoney(refunds.refundedTotal)}</span>
        </p>
      ) : null}
    </section>
  );
}

type ItemProps = { t: Translate<"confirmation">; refund: Refund; newOrders: NewOrders };

function RefundItem({ t, refund, newOrders }: ItemProps) {
  const { amount, kept, noLongerDue, standing, items, exchangedFor, exchangeCredit } = refund;
  const isProblem = standing === "NotPaidBack";
  const newOrder = exchangedFor ? newOrders[exchangedFor] : undefined;
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{formatDay(refund.refundDate.slice(0, 10))}</span>
        {amount > 0 ? <span className="figures font-bold">{formatMoney(amount)}</span> : null}
      </p>
      {items.map(({ orderItemId, quantity, displayName }) => (
        <p key={orderItemId} className="break-words">
          {t("confirmation.refunded-item", { quantity, name: displayName })}
        </p>
      ))}
      <p className={classNames("text-sm", isProblem ? "text-danger" : "text-ink-2")}>
        {t(standings[standing])}
      </p>
      {exchangedFor && exchangeCredit > 0 ? (
        <p className="text-sm text-ink-2">
          {t("confirmation.refund-exchanged-for", {
            amount: formatMoney(exchangeCredit),
            order: exchangedFor,
          })}
        </p>
      ) : null}
      {newOrder ? (
        <Link
          data-screen-only
          href={routes.myOrder(newOrder)}
          prefetch={false}
          className="inline-flex min-h-11 items-center justify-self-start underline"
        >
          {t("confirmation.see-new-order", { order: exchangedFor ?? "" })}
        </Link>
      ) : null}
      {kept > 0 ? (
        <p className="text-sm text-ink-2">{t("confirmation.refund-kept", { amount: formatMoney(kept) })}</p>
      ) : null}
      {noLongerDue > 0 ? (
        <p className="text-sm text-ink-2">
          {t("confirmation.refund-no-longer-due", { amount: formatMoney(noLongerDue) })}
        </p>
      ) : null}
    </li>
  );
}
