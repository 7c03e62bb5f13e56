"use client";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { formatMoney } from "@/lib/money";
import { alertTexts } from "@/text/areas/alert";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Spinner } from "@/ui/spinner";
import { mayClose, type Words } from "./card-state";
import { smallestHeight } from "./frame-message";
import type { Pending } from "./memory";
import { useCardPayment } from "./use-card-payment";

/** What fits on a card. */
const longestName = 26;
/** Enough of a payment's key to find it by, and nothing to do anything with. */
const referenceLength = 8;

type Props = {
  processor: string;
  /** What the page shows as due: no other amount is paid. */
  amount: number;
  suggestedName: string;
  resume: Pending | null;
  onPaid: () => void;
  /** With a message when the payment is over and nothing was charged. */
  onClose: (message: string | null) => void;
};

/**
 * Collects a card and pays with it. The card itself is typed into the processor's frame and never reaches this page;
 * the name on it is ours.
 */
export default function CardDialog({ processor, amount, suggestedName, resume, onPaid, onClose }: Props) {
  const t = useText(alertTexts, paymentTexts);
  const id = useId();
  const frame = useRef<HTMLIFrameElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLDivElement>(null);
  const [name, setName] = useState(
    () => resume?.cardholderName ?? [...suggestedName].slice(0, longestName).join(""),
  );
  const [nameMissing, setNameMissing] = useState(false);

  function hasName(): boolean {
    const missing = name.trim() === "";
    setNameMissing(missing);
    if (missing) nameField.current?.querySelector("input")?.focus();
    return !missing;
  }

  const { state, dispatch } = useCardPayment({
    processor,
    amount,
    resume,
    cardholderName: name.trim(),
    frame,
    mayPay: hasName,
  });
  const { step } = state;
  const told = "told" in state && step !== "over" ? state.told : null;
  const over = step === "over" ? say(state.told) : null;
  const due = "attempt" in state ? state.attempt.amount : amount;

  const tellPaid = useEffectEvent(() => onPaid());
  const tellOver = useEffectEvent((message: string) => onClose(message));
  useEffect(() => {
    if (step === "paid") tellPaid();
  }, [step]);
  useEffect(() => {
    if (over !== null) tellOver(over);
  }, [over]);

  // What happens to the payment is heard where it is said: the form that had the focus may be gone.
  useEffect(() => {
    if (told) alert.current?.focus();
    else if (step === "paying" || step === "checking") status.current?.focus();
  }, [told, step]);

  function say(words: Words): string {
    return "id" in words ? t(words.id) : words.text;
  }

  function pay() {
    if (state.step !== "form" || !state.ready || !hasName()) return;
    dispatch({ type: "pay" });
    frame.current?.contentWindow?.postMessage(
      { source: "midway-shop", type: "submit", sessionKey: state.attempt.sessionKey },
      state.frame.origin,
    );
  }

  const open = mayClose(state);
  const shown = step === "form" || step === "sending" ? state : null;
  const withForm = step === "opening" || shown !== null;
  const waiting = step === "paying" || step === "paid" || step === "checking";

  return (
    <Dialog
      open
      title={t("payment.title")}
      onClose={() => onClose(null)}
      isStatic={!open}
      keepsOnPress
      withoutClose={!open}
      footer={
        withForm ? (
          <div className="grid w-full gap-3">
            <Button wide blocked={!shown?.ready} busy={step === "sending"} onClick={pay}>
              {t("payment.pay", { amount: formatMoney(due) })}
            </Button>
            <p className="text-center text-sm text-ink-2">{t("payment.secure")}</p>
          </div>
        ) : undefined
      }
    >
      <div className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-2">{t("payment.amount")}</span>
          <span className="figures text-2xl font-bold">{formatMoney(due)}</span>
        </p>

        {told ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            <p>{say(told)}</p>
            {"declined" in state && state.declined ? <p>{t("payment.another-card")}</p> : null}
          </Alert>
        ) : null}

        {step === "unavailable" ? (
          <Button look="secondary" className="justify-self-start" onClick={() => dispatch({ type: "retry" })}>
            {t("payment.retry")}
          </Button>
        ) : null}

        {withForm ? (
          <>
            <div ref={nameField}>
              <TextField
                label={t("payment.cardholder")}
                name="cardholderName"
                autoComplete="cc-name"
                maxLength={longestName}
                value={name}
                readOnly={step === "sending"}
                error={nameMissing ? t("payment.cardholder-required") : null}
                onChange={(event) => {
                  setName(event.target.value);
                  if (event.target.value.trim() !== "") setNameMissing(false);
                }}
              />
            </div>
            <div className="relative" style={{ minHeight: smallestHeight }}>
              {shown ? (
                <iframe
                  // A new frame for each session: an address that did not change loads nothing again.
                  key={shown.round}
                  ref={frame}
                  title={t("payment.frame-title")}
                  src={shown.frame.url}
                  sandbox="allow-scripts allow-same-origin allow-forms"
                  referrerPolicy="origin"
                  style={{ height: shown.height }}
                  className={classNames(
                    "-mx-1 block w-[calc(100%+0.5rem)] border-0",
                    !shown.ready && "opacity-0",
                  )}
                />
              ) : null}
              {shown?.ready ? null : (
                <div role="status" className="absolute inset-0 grid content-start gap-6 pt-6">
                  <span className="sr-only">{t("payment.loading-form")}</span>
                  <span className="skeleton h-11" />
                  <span className="grid grid-cols-2 gap-4 pt-4">
                    <span className="skeleton h-11" />
                    <span className="skeleton h-11" />
                  </span>
                </div>
              )}
            </div>
          </>
        ) : null}

        {waiting ? (
          <div
            ref={status}
            tabIndex={-1}
            role="status"
            aria-labelledby={`${id}-waiting`}
            className="grid justify-items-center gap-4 py-8 text-center outline-none"
          >
            {step === "checking" && state.resting ? null : <Spinner size={32} />}
            <p id={`${id}-waiting`} className="max-w-[36ch] text-lg font-semibold text-balance">
              {t(step === "checking" ? "payment.checking" : "payment.working")}
            </p>
            {step === "checking" && state.resting ? (
              <>
                <p className="max-w-[48ch] text-ink-2">{t("payment.checking-long")}</p>
                <Button look="secondary" onClick={() => dispatch({ type: "check-again" })}>
                  {t("payment.check-again")}
                </Button>
              </>
            ) : null}
            <p className="figures text-sm text-ink-2">
              {t("payment.reference", { reference: state.attempt.paymentKey.slice(0, referenceLength) })}
            </p>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
