"use client";

import { useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { payByPlan } from "@/parts/payment-plan/pay-by-plan";
import { lender, offeredPlan } from "@/parts/payment-plan/plan";
import { feeInShort, planInShort } from "@/parts/payment-plan/plan-in-short";
import { alertTexts } from "@/text/areas/alert";
import { checkoutTexts } from "@/text/areas/checkout";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Choices } from "@/ui/choices";
import { StatusLine } from "@/ui/status-line";
import { Section } from "./section";

/**
 * The choice between the full price and a payment plan. A chosen plan is accepted in the section of its terms. Renders
 * nothing if the cart has no plan, or while its payment is in progress.
 */
export function PlanChoice({ cart }: { cart: Cart }) {
  const t = useText(alertTexts, checkoutTexts, planTexts);
  const changeCart = useCartChange();
  const [choosing, setChoosing] = useState<"full" | "plan" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { installmentBilling, cartTotal } = cart;
  const plan = offeredPlan(cart);
  const warning = installmentBilling?.selectionWarning;
  if (cart.paymentInProgress || (plan === null && !warning)) return null;

  async function choose(chosen: "full" | "plan") {
    if (choosing !== null) return;
    setChoosing(chosen);
    const outcome = await changeCart(payByPlan(chosen === "plan"), { busy: t("plan.saving") });
    setChoosing(null);
    setProblem(outcome.ok ? null : outcome.message);
  }

  return (
    <Section title={t("checkout.plan-title")}>
      <div className="grid gap-3">
        {plan ? (
          <Choices
            name="howToPay"
            chosen={choosing ?? (plan.selected ? "plan" : "full")}
            onChoose={(id) => choose(id === "plan" ? "plan" : "full")}
            choices={[
              {
                id: "full",
                name: t("checkout.plan-full"),
                end: formatMoney(plan.fullPrice ?? cartTotal),
              },
              plan.planTypeId === lender
                ? { id: "plan", name: t("plan.lender-block") }
                : {
                    id: "plan",
                    name: t("plan.block", { months: plan.payments.length + 1 }),
                    description: `${planInShort(t, plan)}. ${feeInShort(t, plan)}`.trim(),
                    end: t("checkout.plan-today", { amount: formatMoney(plan.downPayment ?? 0) }),
                  },
            ]}
          />
        ) : null}
        {plan?.planTypeId === lender && plan.planDisclaimer ? (
          <div
            className="prose text-sm text-ink-2"
            dangerouslySetInnerHTML={{ __html: plan.planDisclaimer }}
          />
        ) : null}
        {warning ? (
          <Alert tone="info" label={t("alert.info")} live={false}>
            {warning}
          </Alert>
        ) : null}
        <StatusLine visible={problem !== null}>{problem ?? ""}</StatusLine>
      </div>
    </Section>
  );
}
