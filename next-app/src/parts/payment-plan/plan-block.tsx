"use client";

import { useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart, InstallmentBilling } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { Disclosure } from "@/ui/disclosure";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { payByPlan } from "./pay-by-plan";
import { lender, planOf } from "./plan";
import { feeInShort, planInShort } from "./plan-in-short";

/**
 * The payment plan in the cart summary: what is paid today and what is paid later, in one line. The schedule of a chosen
 * plan is folded below it. Unless a payment is in progress, a shopper can choose an offered plan here, or replace a
 * chosen plan with the full price. Renders nothing without a plan or after the shopper declined it.
 */
export function PlanBlock({ cart }: { cart: Cart }) {
  const t = useText(planTexts);
  const changeCart = useCartChange();
  const [problem, setProblem] = useState<string | null>(null);
  const plan = planOf(cart);
  if (plan === null) return null;

  async function choose(byPlan: boolean) {
    const outcome = await changeCart(payByPlan(byPlan), { busy: t("plan.saving") });
    setProblem(outcome.ok ? null : outcome.message);
    // The block is shown at another place of the summary or not at all, and the pressed button disappears.
    if (outcome.ok) document.querySelector<HTMLElement>("[data-summary-title]")?.focus();
  }

  const chosen = plan.selected === true;
  const isLender = plan.planTypeId === lender;
  const months = (plan.paymentDivisor ?? 0) + 1;

  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">
        {isLender
          ? t(chosen ? "plan.lender-block" : "plan.lender-offer")
          : t(chosen ? "plan.block" : "plan.offer", { months })}
      </h3>
      {isLender ? null : (
        <div>
          <p className="figures">
            {planInShort(t, plan)}. {feeInShort(t, plan)}
          </p>
          {chosen ? <Schedule plan={plan} /> : null}
        </div>
      )}
      {plan.planDisclaimer && (chosen || isLender) ? (
        <div className="prose text-sm text-ink-2" dangerouslySetInnerHTML={{ __html: plan.planDisclaimer }} />
      ) : null}
      {cart.paymentInProgress ? null : (
        <TextButton className="-ml-2 justify-self-start" onClick={() => choose(!chosen)}>
          {t(chosen ? "plan.pay-in-full" : "plan.choose")}
        </TextButton>
      )}
      <StatusLine visible={problem !== null}>{problem ?? ""}</StatusLine>
    </section>
  );
}

function Schedule({ plan }: { plan: InstallmentBilling }) {
  const t = useText(planTexts);
  return (
    <Disclosure title={<span className="text-sm text-link">{t("plan.schedule")}</span>}>
      <dl className="figures grid gap-1.5 text-sm">
        <Row name={t("plan.down-payment")} date={t("plan.today")} amount={plan.downPayment ?? 0} strong />
        {plan.payments.map((payment) => (
          <Row
            key={payment.paymentNumber}
            name={t("plan.payment", { number: payment.paymentNumber + 1 })}
            date={formatDate(payment.paymentDate)}
            amount={payment.paymentAmount}
          />
        ))}
      </dl>
    </Disclosure>
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
