"use client";

import { useEffect, useRef, useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart, InstallmentBilling } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { payByPlan } from "@/parts/payment-plan/pay-by-plan";
import { lender, offeredPlan } from "@/parts/payment-plan/plan";
import { feeInShort, planInShort } from "@/parts/payment-plan/plan-in-short";
import { alertTexts } from "@/text/areas/alert";
import { checkoutTexts } from "@/text/areas/checkout";
import { planTexts } from "@/text/areas/plan";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Choices } from "@/ui/choices";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { Section } from "./section";

/**
 * When the shopper pays: the full price today, or a payment plan. A choice that was made before checkout is one line and
 * is asked again only on request. A chosen plan is accepted in the section of its terms. Renders nothing if the cart has
 * no plan, or while its payment is in progress.
 */
export function PlanChoice({ cart }: { cart: Cart }) {
  const t = useText(alertTexts, checkoutTexts, planTexts);
  const changeCart = useCartChange();
  const [choosing, setChoosing] = useState<"full" | "plan" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Whether the choice is shown although it was made before. It stays until the page is left.
  const [asks, setAsks] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { installmentBilling, cartTotal } = cart;
  const plan = offeredPlan(cart);
  const warning = installmentBilling?.selectionWarning;
  const isFolded = !asks && plan?.selected !== undefined;

  // The button that opened the list has disappeared.
  useEffect(() => {
    if (asks) list.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, [asks]);
  if (cart.paymentInProgress || (plan === null && !warning)) return null;

  async function choose(chosen: "full" | "plan") {
    if (choosing !== null) return;
    setChoosing(chosen);
    setAsks(true);
    const outcome = await changeCart(payByPlan(chosen === "plan"), { busy: t("plan.saving") });
    setChoosing(null);
    setProblem(outcome.ok ? null : outcome.message);
  }

  return (
    <Section title={t("checkout.plan-title")}>
      <div ref={list} className="grid gap-3">
        {plan && isFolded ? (
          <div className="flex items-center justify-between gap-4">
            <p className="figures min-w-0 font-semibold">{planInLine(t, plan, cart)}</p>
            <TextButton
              className="-my-2 -mr-2 flex-none"
              aria-label={t("checkout.plan-change-name")}
              onClick={() => setAsks(true)}
            >
              {t("checkout.plan-change")}
            </TextButton>
          </div>
        ) : null}
        {plan && !isFolded ? (
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

/** The choice in one line: `11-month payment plan, $39.47 today`. */
function planInLine(
  t: Translate<"checkout" | "plan">,
  plan: InstallmentBilling,
  { cartTotal }: Cart,
): string {
  if (!plan.selected)
    return t("checkout.plan-line", {
      choice: t("checkout.plan-full"),
      amount: formatMoney(plan.fullPrice ?? cartTotal),
    });
  if (plan.planTypeId === lender) return t("plan.lender-block");
  return t("checkout.plan-line", {
    choice: t("plan.block", { months: plan.payments.length + 1 }),
    amount: t("checkout.plan-today", { amount: formatMoney(plan.downPayment ?? 0) }),
  });
}
