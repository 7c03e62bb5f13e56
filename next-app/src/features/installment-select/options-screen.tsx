"use client";

import { useEffect, useId, useState } from "react";
import { useCart, useCartChange } from "@/api/swr";
import type { Cart, InstallmentBilling } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { formatMoney } from "@/lib/money";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { payByPlan } from "@/parts/payment-plan/pay-by-plan";
import { lender, offeredPlan } from "@/parts/payment-plan/plan";
import { PlanDetails } from "@/parts/payment-plan/plan-details";
import { laterPayments } from "@/parts/payment-plan/plan-in-short";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { havePasses } from "@/parts/purchase-steps/steps";
import { alertTexts } from "@/text/areas/alert";
import { installmentTexts } from "@/text/areas/installment";
import { planTexts } from "@/text/areas/plan";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { StickyColumn } from "@/ui/sticky-column";

/** Full price or a plan: two equal options, and all disclosures of the plan. */
export function OptionsScreen({ initial }: { initial: Cart }) {
  const t = useText(alertTexts, installmentTexts, planTexts);
  const id = useId();
  const { data: cart = initial } = useCart({ fallbackData: initial });
  // A shopper who declined the plan sees the same offer again.
  const plan = offeredPlan(cart);
  const { choosing, choose, problem, alert } = usePlanChoice(Boolean(plan));
  if (!plan) return null;
  const lent = plan.planTypeId === lender;

  return (
    <div className="frame grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
      <div className="grid gap-6">
        <header className="grid gap-2">
          <PurchaseSteps current="checkout" hasPasses={havePasses(cart.itemGroups)} />
          <h1 className="text-h1">{t("installment.title")}</h1>
          <p className="max-w-prose text-ink-2">
            {t(lent ? "installment.intro-lender" : "installment.intro")}
          </p>
        </header>
        <ProblemAlert problem={problem} alert={alert} />
        {plan.selectionWarning ? (
          <Alert tone="warning" label={t("alert.warning")}>
            {plan.selectionWarning}
          </Alert>
        ) : null}
        <div className="grid items-stretch gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-4">
          <Option
            id={`${id}-full`}
            title={t("installment.full")}
            amount={plan.fullPrice ?? cart.cartTotal}
            hint={t("installment.full-hint")}
            button={t("installment.full-choose")}
            busy={choosing === "full"}
            onChoose={() => choose("full")}
          />
          <p className="self-center text-center font-semibold text-ink-2">{t("installment.or")}</p>
          <Option
            id={`${id}-plan`}
            title={t("installment.plan")}
            amount={plan.downPayment ?? 0}
            hint={planHint(t, plan)}
            button={t("installment.plan-choose")}
            busy={choosing === "plan"}
            onChoose={() => choose("plan")}
          />
        </div>
        <section aria-labelledby={`${id}-details`} className="card grid gap-3 p-4 sm:p-6">
          <h2 id={`${id}-details`} className="text-xl">
            {t("installment.details")}
          </h2>
          <PlanDetails plan={plan} />
        </section>
      </div>
      <StickyColumn>
        <aside>
          <SummaryWithLines cart={cart} collapsible withoutPlan />
        </aside>
      </StickyColumn>
    </div>
  );
}

/** Saves the choice and opens the next step. If the cart has no plan, the next step opens immediately. */
function usePlanChoice(hasPlan: boolean) {
  const t = useText(installmentTexts);
  const changeCart = useCartChange();
  const { problem, setProblem, alert } = useProblem();
  const [choosing, setChoosing] = useState<"full" | "plan" | null>(null);
  const next = pathAfter("installment-billing", { passesInvolved: true, installmentBilling: true });

  // The earlier choice is reset, because a page restored from the back/forward cache would still wait for its response.
  useEffect(() => {
    const resetChoice = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setChoosing(null);
    };
    addEventListener("pageshow", resetChoice);
    return () => removeEventListener("pageshow", resetChoice);
  }, []);

  // The cart no longer has a plan if the shopper has removed the items with a plan.
  const isPlanLost = !hasPlan && choosing === null;
  useEffect(() => {
    if (isPlanLost) window.location.assign(next);
  }, [isPlanLost, next]);

  async function choose(chosen: "full" | "plan") {
    if (choosing !== null) return;
    setProblem(null);
    setChoosing(chosen);
    const outcome = await changeCart(payByPlan(chosen === "plan"), { busy: t("installment.saving") });
    if (outcome.ok) {
      // The checkout needs a full page load: after a client-side navigation the security headers of this page would
      // still apply, and they forbid the frame of the card form.
      window.location.assign(next);
      return;
    }
    setChoosing(null);
    setProblem(outcome.message);
  }

  return { choosing, choose, problem, alert };
}

/** How often and how much the shopper pays under the plan. */
function planHint(t: Translate<"installment" | "plan">, plan: InstallmentBilling): string {
  if (plan.planTypeId === lender) return t("installment.plan-hint-lender");
  const { count, each } = laterPayments(t, plan);
  return t(count === 1 ? "installment.plan-hint-one" : "installment.plan-hint", {
    count,
    each,
    total: formatMoney(plan.totalSalesPrice ?? 0),
  });
}

type OptionProps = {
  id: string;
  title: string;
  amount: number;
  hint: string;
  button: string;
  busy: boolean;
  onChoose: () => void;
};

function Option({ id, title, amount, hint, button, busy, onChoose }: OptionProps) {
  return (
    <section aria-labelledby={id} className="card grid grid-rows-[auto_1fr_auto] gap-3 p-4 sm:p-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p>
        <span className="figures block text-2xl font-bold">{formatMoney(amount)}</span>
        <span className="text-ink-2">{hint}</span>
      </p>
      <Button appearance="secondary" wide busy={busy} onClick={onChoose}>
        {button}
      </Button>
    </section>
  );
}
