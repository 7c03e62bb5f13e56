"use client";

import Link from "next/link";
import { useEffect, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import type { BillingPlan } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { CardBrands } from "@/parts/card-brands/card-brands";
import { CardEntry, type EntryHandle } from "@/parts/card-dialog/card-entry";
import type { FormMessage } from "@/parts/card-dialog/frame-message";
import { processorForm } from "@/parts/card-dialog/processor-form";
import { useFormSilence } from "@/parts/card-dialog/use-form-silence";
import { cardName } from "@/parts/card-name/card-name";
import { alertTexts } from "@/text/areas/alert";
import { billingTexts } from "@/text/areas/billing";
import { cardTexts } from "@/text/areas/card";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { type ChangeCardEvent, formFailed, initialState, next, unavailable } from "./change-card-state";

/**
 * Collects a new card for the remaining payments of a plan. The card is typed into the processor's form, and nothing
 * is charged.
 */
export function ChangeCardScreen({ plan: first }: { plan: BillingPlan }) {
  const t = useText(alertTexts, billingTexts, cardTexts);
  const change = useCardChange(first);
  const { plan, state } = change;
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
        ) : state.step === "changed" ? (
          <Alert ref={change.done} tone="success" label={t("alert.success")}>
            {t("billing.card-changed", { card })}
          </Alert>
        ) : (
          <NewCard {...change} />
        )}
        <Link href={routes.profile()} prefetch={false} className={buttonClass("secondary")}>
          {t("billing.return")}
        </Link>
      </div>
    </div>
  );
}

/**
 * Runs the state machine of `change-card-state`: makes its API calls and handles the messages of the processor's form.
 */
function useCardChange(first: BillingPlan) {
  const [state, dispatch] = useReducer(next, initialState);
  const entry = useRef<EntryHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const [plan, setPlan] = useState(first);
  const { step, shownMessage } = state;
  const form = "form" in state ? state.form : null;

  useEffect(() => {
    if (step !== "opening") return;
    let current = true;
    openForm(plan.id).then((event) => {
      if (current) dispatch(event);
    });
    return () => {
      current = false;
    };
  }, [step, plan.id]);

  const shown = state.step === "form" || state.step === "sending" ? { ...state, step: state.step } : null;
  useFormSilence(shown, () => dispatch({ type: "silent" }));

  useEffect(() => {
    if (step !== "saving" || !form) return;
    const { sessionKey } = form;
    // The state machine enters this step only once per accepted card, so the card is sent only once.
    saveCard(plan.id, sessionKey).then((saved) => {
      if ("type" in saved) return dispatch(saved);
      setPlan(saved);
      dispatch({ type: "changed" });
    });
  }, [step, form, plan.id]);

  // If there is an error message, it receives focus. Otherwise the success message receives focus.
  useEffect(() => {
    if (shownMessage) alert.current?.focus();
    else if (step === "changed") done.current?.focus();
  }, [shownMessage, step]);

  function save() {
    if (step !== "form" || !state.ready || state.confirming || !form) return;
    dispatch({ type: "send" });
    entry.current?.submit();
  }

  const receive = (message: FormMessage) => dispatch({ type: "message-received", message });
  const retry = () => dispatch({ type: "retry" });
  return { plan, state, form, entry, alert, done, save, receive, retry };
}

/** The processor's form, or the message that says why it could not be opened. */
function NewCard({ state, form, entry, alert, save, receive, retry }: ReturnType<typeof useCardChange>) {
  const t = useText(alertTexts, billingTexts, paymentTexts);
  const { step, round, shownMessage } = state;
  return (
    <section aria-label={t("billing.new-card")} className="card grid gap-5 px-4 py-5 sm:p-6">
      {shownMessage ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {shownMessage === formFailed
            ? t("payment.form-failed")
            : shownMessage === unavailable
              ? t("payment.unavailable")
              : shownMessage}
        </Alert>
      ) : null}
      {step === "unavailable" ? (
        <Button appearance="secondary" className="justify-self-start" onClick={retry}>
          {t("payment.retry")}
        </Button>
      ) : (
        <>
          <p>{t("billing.new-card-intro")}</p>
          <CardBrands />
          <CardEntry
            form={form}
            round={round}
            ready={state.ready}
            height={state.height}
            handle={entry}
            cardholderName=""
            onMessage={receive}
          />
          <Button
            wide
            blocked={!state.ready || state.confirming}
            busy={step === "sending" || step === "saving"}
            onClick={save}
          >
            {t("billing.new-card-save")}
          </Button>
          <p className="text-center text-sm text-ink-2">{t("payment.secure")}</p>
        </>
      )}
    </section>
  );
}

/** Opens the form, or reports why it cannot be opened. */
async function openForm(id: string): Promise<ChangeCardEvent> {
  const outcome = await call((api) =>
    api.POST("/account/installment-billing/{id}/card-form", { params: { path: { id } } }),
  );
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  const { value } = outcome.answer;
  const form = value ? processorForm(value.processor, value) : null;
  return form ? { type: "opened", form } : { type: "refused", shownMessage: formFailed };
}

/** Saves the card. Returns the plan with the new card, or the event that reports why the card was refused. */
async function saveCard(id: string, sessionKey: string): Promise<BillingPlan | ChangeCardEvent> {
  const outcome = await call((api) =>
    api.POST("/account/installment-billing/{id}/card", { params: { path: { id } }, body: { sessionKey } }),
  );
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  return outcome.answer.value ?? { type: "refused", shownMessage: formFailed };
}
