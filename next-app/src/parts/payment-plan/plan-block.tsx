"use client";

import type { Cart } from "@/api/types";
import { formatTypedDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { lender, planOf } from "./plan";

/** The plan in a summary of the cart: what is paid today and what later. Nothing where there is none, or the shopper said no. */
export function PlanBlock({ cart }: { cart: Cart }) {
  const t = useText(planTexts);
  const plan = planOf(cart);
  if (plan === null) return null;
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">
        {plan.planTypeId === lender
          ? t("plan.lender-block")
          : t("plan.block", { months: (plan.paymentDivisor ?? 0) + 1 })}
      </h3>
      {plan.planTypeId === lender ? null : (
        <dl className="figures grid gap-1.5 text-sm">
          <Row name={t("plan.down-payment")} date={t("plan.today")} amount={plan.downPayment ?? 0} strong />
          {plan.payments.map((payment) => (
            <Row
              key={payment.paymentNumber}
              name={t("plan.payment", { number: payment.paymentNumber + 1 })}
              date={formatTypedDay(payment.paymentDate)}
              amount={payment.paymentAmount}
            />
          ))}
        </dl>
      )}
      {plan.planDisclaimer ? (
        <div className="prose text-sm text-ink-2" dangerouslySetInnerHTML={{ __html: plan.planDisclaimer }} />
      ) : null}
    </section>
  );
}

function Row({
  name,
  date,
  amount,
  strong,
}: {
  name: string;
  date: string;
  amount: number;
  strong?: boolean;
}) {
  return (
    <div className={strong ? "flex justify-between gap-4 font-semibold" : "flex justify-between gap-4"}>
      <dt className="min-w-0">
        {name} <span className="font-normal text-ink-2">{date}</span>
      </dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  );
}
