"use client";

import { CardBrands } from "@/parts/card-brands/card-brands";
import { CardEntry } from "@/parts/card-dialog/card-entry";
import { alertTexts } from "@/text/areas/alert";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { formFailed, unavailable } from "./change-card-state";
import type { useCardEntry } from "./use-card-entry";

type Props = ReturnType<typeof useCardEntry> & {
  label: string;
  intro: string;
  /** What the button says. */
  action: string;
};

/** The processor's form with its button, or the message that says why it could not be opened. */
export function EnteredCard({
  state,
  form,
  entry,
  alert,
  send,
  receive,
  retry,
  label,
  intro,
  action,
}: Props) {
  const t = useText(alertTexts, paymentTexts);
  const { step, round, shownMessage } = state;
  return (
    <section aria-label={label} className="card grid gap-5 px-4 py-5 sm:p-6">
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
          <p>{intro}</p>
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
            onClick={send}
          >
            {action}
          </Button>
          <p className="text-center text-sm text-ink-2">{t("payment.secure")}</p>
        </>
      )}
    </section>
  );
}
