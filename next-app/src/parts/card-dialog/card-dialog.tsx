"use client";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { SavedPayment } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { PaymentWait } from "@/parts/payment-wait/payment-wait";
import { alertTexts } from "@/text/areas/alert";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Choices } from "@/ui/choices";
import { Dialog } from "@/ui/dialog";
import { Checkbox, TextField } from "@/ui/field";
import { CardFrame } from "./card-frame";
import { mayClose, type SavedCards, type Words } from "./card-state";
import { smallestHeight } from "./frame-message";
import type { Pending } from "./memory";
import { useCardPayment } from "./use-card-payment";

/** What fits on a card. */
const longestName = 26;
const newCard = "new";

type Props = {
  processor: string;
  /** What the page shows as due: no other amount is paid. */
  amount: number;
  suggestedName: string;
  /** The buyer's address on one line, for a card that is saved. */
  cardholderAddress: string;
  resume: Pending | null;
  onPaid: () => void;
  /** With a message when the payment is over and nothing was charged. */
  onClose: (message: string | null) => void;
};

/**
 * Collects a card and pays with it. The card itself is typed into the processor's frame and never reaches this page;
 * the name on it is ours.
 */
export default function CardDialog({
  processor,
  amount,
  suggestedName,
  cardholderAddress,
  resume,
  onPaid,
  onClose,
}: Props) {
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
  const [saveCard, setSaveCard] = useState(resume?.saveCard ?? false);
  /** A saved card's id, or that a new one is typed; null before the shopper has said. */
  const [chosen, setChosen] = useState<string | null>(null);
  // A processor that could not be set up takes no saved card either: from then on a new one is typed.
  const [setupFailed, setSetupFailed] = useState(false);
  const [code, setCode] = useState("");
  const [codeMissing, setCodeMissing] = useState(false);
  const codeField = useRef<HTMLDivElement>(null);

  /** The saved card that is paid with: the latest one, unless the shopper has chosen. */
  function cardOf({ cards }: SavedCards): SavedPayment | null {
    if (setupFailed || chosen === newCard) return null;
    return cards.find((it) => it.extAccountStoredPaymentId === chosen) ?? cards[0] ?? null;
  }

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
    cardholderAddress: resume?.cardholderAddress ?? cardholderAddress,
    saveCard,
    securityCode: code,
    typesCard: (saved) => cardOf(saved) === null,
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
    if (step === "unavailable") setSetupFailed(true);
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

  function payWith({ extAccountStoredPaymentId }: SavedPayment) {
    setCodeMissing(codeIsMissing);
    if (codeIsMissing) codeField.current?.querySelector("input")?.focus();
    else dispatch({ type: "pay-saved", savedId: extAccountStoredPaymentId });
  }

  function pay() {
    if (state.step === "form" && card) return payWith(card);
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
  const card = shown ? cardOf(shown.saved) : null;
  const codeIsMissing = (shown?.saved.codeRequired ?? false) && !/^\d{3,4}$/.test(code);
  const savedCards = shown && !setupFailed ? shown.saved.cards : [];
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
            <Button
              wide
              blocked={card ? codeIsMissing : !shown?.ready}
              busy={step === "sending"}
              onClick={pay}
            >
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

        {shown && savedCards.length > 0 ? (
          <fieldset className="grid gap-2">
            <legend className="pb-2 text-sm font-semibold">{t("payment.pay-with")}</legend>
            <Choices
              name={`${id}-card`}
              chosen={card?.extAccountStoredPaymentId ?? newCard}
              choices={[
                ...savedCards.map((it) => ({
                  id: it.extAccountStoredPaymentId,
                  name: t("payment.saved-card", { digits: it.cardNumberLast4 }),
                  description: it.cardBrand,
                })),
                { id: newCard, name: t("payment.new-card") },
              ]}
              onChoose={(choice) => {
                setChosen(choice);
                setCode("");
                setCodeMissing(false);
              }}
            />
          </fieldset>
        ) : null}

        {shown && card && shown.saved.codeRequired ? (
          <div ref={codeField} className="max-w-[24rem]">
            <TextField
              label={t("payment.code")}
              hint={t("payment.code-hint")}
              name="securityCode"
              inputMode="numeric"
              autoComplete="cc-csc"
              maxLength={4}
              className="max-w-32"
              value={code}
              error={codeMissing ? t("payment.code-required") : null}
              onChange={(event) => {
                setCode(event.target.value.replace(/\D/g, ""));
                setCodeMissing(false);
              }}
              onKeyDown={(event) => {
                if (event.key === "Enter") pay();
              }}
            />
          </div>
        ) : null}

        {withForm && !card ? (
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
            <CardFrame
              url={shown?.frame.url ?? null}
              round={state.round}
              ready={shown?.ready ?? false}
              height={shown?.height ?? smallestHeight}
              frame={frame}
            />
            {shown?.saved.canSave ? (
              <Checkbox
                label={t("payment.save-card")}
                name="saveCard"
                checked={saveCard}
                disabled={step === "sending"}
                onChange={(event) => setSaveCard(event.target.checked)}
              />
            ) : null}
          </>
        ) : null}

        {waiting ? (
          <PaymentWait
            ref={status}
            text={t(step === "checking" ? "payment.checking" : "payment.working")}
            paymentKey={state.attempt.paymentKey}
            onCheckAgain={
              step === "checking" && state.resting ? () => dispatch({ type: "check-again" }) : null
            }
          />
        ) : null}
      </div>
    </Dialog>
  );
}
