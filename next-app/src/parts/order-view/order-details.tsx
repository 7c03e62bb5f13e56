import type { Order } from "@/api/types";
import { formatPhone, hasNanpShape } from "@/lib/address-rules";
import { formatDay, formatTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { cardName } from "@/parts/card-name/card-name";
import { lender } from "@/parts/payment-plan/plan";
import { PlanDetails } from "@/parts/payment-plan/plan-details";
import type { Translate } from "@/text/texts";

/** Who placed the order and when, and how it is delivered and paid for. */
export function OrderDetails({ t, order }: { t: Translate<"card" | "confirmation">; order: Order }) {
  const facts: [string, string][] = [
    [t("confirmation.date"), orderDate(t, order.orderDate)],
    [t("confirmation.name"), `${order.firstName} ${order.lastName}`.trim()],
    // An order has no country, so the format follows from the number itself.
    [t("confirmation.phone"), formatPhone(order.phoneNumber, hasNanpShape(order.phoneNumber))],
    [t("confirmation.email"), order.emailAddress],
    [t("confirmation.delivery-method"), order.deliveryMethodName],
    [t("confirmation.shipping-address"), order.shippingAddress.join("\n")],
  ];
  // The lender itself informs the shopper about payments of a lender plan.
  const shown = order.installmentBilling?.planTypeId === lender ? [] : order.payments;
  const payments = shown.filter((payment) => payment.amount > 0);
  return (
    <section className="card grid gap-3 p-4 sm:p-6 print:gap-1 print:px-5 print:py-2">
      <h2 className="text-lg">{t("confirmation.details")}</h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 print:grid-cols-4 print:gap-x-4 print:gap-y-1 print:text-xs">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        {order.ticketingReservationCode ? (
          <Fact
            name={t("confirmation.ticket-order")}
            value={order.ticketingReservationCode}
            hint={t("confirmation.ticket-order-hint")}
          />
        ) : null}
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

/** The payment plan, as it was agreed. */
export function OrderPlan({ t, order }: { t: Translate<"confirmation">; order: Order }) {
  if (!order.installmentBilling?.selected) return null;
  return (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.installments")}</h2>
      <PlanDetails plan={order.installmentBilling} firstDate={order.orderDate.slice(0, 10)} />
    </section>
  );
}

function PaymentFacts({
  t,
  payment,
}: {
  t: Translate<"card" | "confirmation">;
  payment: Order["payments"][number];
}) {
  return (
    <>
      <Fact name={t("confirmation.payment-method")} value={methodText(t, payment)} />
      <Fact name={t("confirmation.paid")} value={formatMoney(payment.amount)} />
    </>
  );
}

/** The payment method, and on a line of its own the card. */
function methodText(
  t: Translate<"card">,
  { confirmationDisplayName, cardBrand, maskedCardNumber }: Order["payments"][number],
): string {
  if (!maskedCardNumber) return confirmationDisplayName;
  const card = cardBrand ? cardName(t, { cardBrand, maskedCardNumber }) : maskedCardNumber;
  return `${confirmationDisplayName}\n${card}`;
}

function Fact({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div>
      <dt className="legend">{name}</dt>
      <dd className="figures break-words whitespace-pre-line">{value}</dd>
      {hint ? (
        <dd data-screen-only className="text-sm text-ink-2">
          {hint}
        </dd>
      ) : null}
    </div>
  );
}

/** The instant has the offset of the site, so it is formatted with the site's date and time. */
function orderDate(t: Translate<"confirmation">, instant: string): string {
  return t("confirmation.date-value", {
    day: formatDay(instant.slice(0, 10)),
    time: formatTime(instant.slice(11, 16)),
  });
}
