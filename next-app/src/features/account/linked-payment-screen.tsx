"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { LinkedPayment } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { processorForm } from "@/parts/card-dialog/processor-form";
import { alertTexts } from "@/text/areas/alert";
import { billingTexts } from "@/text/areas/billing";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { type ChangeCardEvent, formFailed } from "./change-card-state";
import { EnteredCard } from "./entered-card";
import { useCardEntry } from "./use-card-entry";

/**
 * A due payment of a plan that the shopper's bank wants confirmed. The link of the e-mail is after the `#` of the address,
 * which browsers send to no server.
 */
export function LinkedPaymentScreen() {
  const t = useText(billingTexts);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let current = true;
    find(window.location.hash.slice(1)).then((answer) => {
      if (current) setFound(answer);
    });
    return () => {
      current = false;
    };
  }, []);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[34rem] gap-6">
        <h1 className="text-h1">{t("billing.confirm-title")}</h1>
        {found === null ? (
          <p role="status">{t("billing.confirm-loading")}</p>
        ) : "refused" in found ? (
          <Refused message={found.refused} />
        ) : (
          <Payment link={found.link} first={found.payment} />
        )}
      </div>
    </div>
  );
}

type Found = { link: string; payment: LinkedPayment } | { refused: string };

function Refused({ message }: { message: string }) {
  const t = useText(alertTexts);
  return (
    <Alert tone="error" label={t("alert.error")}>
      {message}
    </Alert>
  );
}

function Payment({ link, first }: { link: string; first: LinkedPayment }) {
  const t = useText(alertTexts, billingTexts);
  const [payment, setPayment] = useState(first);
  const { invoiceNumber: number, paymentNumber, numberOfPayments: count, paymentAmount } = payment;
  const amount = formatMoney(paymentAmount);
  return (
    <>
      <p className="figures text-ink-2">
        {t("billing.confirm-of", { number, payment: paymentNumber, count, amount })}
      </p>
      {first.standing === "Paid" ? (
        <Alert tone="success" label={t("alert.success")}>
          {t("billing.confirm-paid")}
        </Alert>
      ) : first.standing === "Checking" ? (
        <p>{t("billing.checking")}</p>
      ) : (
        <PaymentForm link={link} amount={amount} onPaid={setPayment} />
      )}
    </>
  );
}

type FormProps = { link: string; amount: string; onPaid: (paid: LinkedPayment) => void };

function PaymentForm({ link, amount, onPaid }: FormProps) {
  const t = useText(alertTexts, billingTexts, paymentTexts);
  const entry = useCardEntry({
    open: () => openForm(link),
    save: (sessionKey) => pay(link, sessionKey),
    onSaved: onPaid,
  });
  if (entry.state.step === "changed") {
    return (
      <Alert ref={entry.done} tone="success" label={t("alert.success")}>
        {t("billing.paid-now", { amount })}
      </Alert>
    );
  }
  return (
    <EnteredCard
      {...entry}
      label={t("billing.confirm-title")}
      intro={t("billing.confirm-intro")}
      action={t("payment.pay", { amount })}
    />
  );
}

async function find(link: string): Promise<Found> {
  const outcome = await call((api) => api.POST("/installment-billing/payment", { body: { link } }));
  if (!outcome.ok) return { refused: outcome.message };
  const { value } = outcome.answer;
  return value ? { link, payment: value } : { refused: "" };
}

async function openForm(link: string): Promise<ChangeCardEvent> {
  const outcome = await call((api) => api.POST("/installment-billing/payment/card-form", { body: { link } }));
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  const { value } = outcome.answer;
  const form = value ? processorForm(value.processor, value) : null;
  return form ? { type: "opened", form } : { type: "refused", shownMessage: formFailed };
}

async function pay(link: string, sessionKey: string): Promise<{ saved: LinkedPayment } | ChangeCardEvent> {
  const outcome = await call((api) =>
    api.POST("/installment-billing/payment/pay", { body: { link, sessionKey } }),
  );
  if (!outcome.ok) return { type: "refused", shownMessage: outcome.message };
  const { value } = outcome.answer;
  return value ? { saved: value } : { type: "refused", shownMessage: formFailed };
}
