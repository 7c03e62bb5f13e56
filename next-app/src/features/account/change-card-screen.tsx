"use client";

import Link from "next/link";
import { useState } from "react";
import { call } from "@/api/call";
import type { BillingPlan } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { processorForm } from "@/parts/card-dialog/processor-form";
import { cardName } from "@/parts/card-name/card-name";
import { alertTexts } from "@/text/areas/alert";
import { billingTexts } from "@/text/areas/billing";
import { cardTexts } from "@/text/areas/card";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { type ChangeCardEvent, formFailed } from "./change-card-state";
import { EnteredCard } from "./entered-card";
import { useCardEntry } from "./use-card-entry";

/**
 * Collects a new card for the remaining payments of a plan. The card is typed into the processor's form, and nothing
 * is charged.
 */
export function ChangeCardScreen({ plan: first }: { plan: BillingPlan }) {
  const t = useText(alertTexts, billingTexts, cardTexts);
  const [plan, setPlan] = useState(first);
  const change = useCardEntry({
    open: () => openForm(plan.id),
    save: (sessionKey) => saveCard(plan.id, sessionKey),
    onSaved: setPlan,
  });
  const { invoiceNumber: number, remaining } = plan;
  const card = cardName(t, plan);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[34rem] gap-6">
        <div className="grid gap-2">
          <h1 className="text-h1">{t("billing.new-card")}</h1>
          <p className="figures text-ink-2">
            {t("billing.new-card-of", { number, amount: formatMoney(remaining), card })}
          </p>
        </div>
        {remaining === 0 ? (
          <p>{t("billing.all-paid")}</p>
        ) : change.state.step === "changed" ? (
          <Alert ref={change.done} tone="success" label={t("alert.success")}>
            {t("billing.card-changed", { card })}
          </Alert>
        ) : (
          <EnteredCard
            {...change}
            label={t("billing.new-card")}
            intro={t("billing.new-card-intro")}
            action={t("billing.new-card-save")}
          />
        )}
        <Link href={routes.profile()} prefetch={false} className={buttonClass("secondary")}>
          {t("billing.return")}
        </Link>
      </div>
    </div>
  );
}

async function openForm(id: string): Promise<ChangeCardEvent> {
  const outcome = await call((api) =>
    api.POST("/account/installment-billing/{id}/card-form", { params: { path: { id } } }),
  );
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  const { value } = outcome.answer;
  const form = value ? processorForm(value.processor, value) : null;
  return form ? { type: "opened", form } : { type: "refused", shownMessage: formFailed };
}

async function saveCard(id: string, sessionKey: string): Promise<{ saved: BillingPlan } | ChangeCardEvent> {
  const outcome = await call((api) =>
    api.POST("/account/installment-billing/{id}/card", { params: { path: { id } }, body: { sessionKey } }),
  );
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  const { value } = outcome.answer;
  return value ? { saved: value } : { type: "refused", shownMessage: formFailed };
}
