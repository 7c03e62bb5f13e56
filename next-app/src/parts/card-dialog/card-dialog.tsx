"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { formatDay, unbroken } from "@/lib/dates";
import { formatCents, formatMoney } from "@/lib/money";
import { CardBrands } from "@/parts/card-brands/card-brands";
import { PaymentWait } from "@/parts/payment-wait/payment-wait";
import { alertTexts } from "@/text/areas/alert";
import { paymentTexts } from "@/text/areas/payment";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { useDialogEntry } from "@/ui/dialog-entry";
import { newCard } from "./card-choice";
import { CardEntry, type EntryHandle } from "./card-entry";
import { CardholderField, ChosenCard, SaveCardBox, SavedCardChoice, SecurityCodeField } from "./card-fields";
import { type CardEvent, type CardState, type Message, mayClose } from "./card-state";
import { type FormMessage, minFrameHeight } from "./frame-message";
import type { Pending } from "./memory";
import { type CardFields, useCardFields } from "./use-card-fields";
import { useCardPayment } from "./use-card-payment";

type Props = {
  processor: string;
  /** The amount that the page shows as due. A new payment of any other amount is refused. */
  amount: number;
  /** What is charged to the card later for a payment plan, if anything. */
  plan: MonthlyPayments | null;
  /** Whether the shopper may choose between cards, so that the form of a new card may not be the one to show. */
  mayHaveSavedCards: boolean;
  /** The card that is chosen on the page: the id of a saved card, `newCard`, or null if the page offers no choice. */
  chosenCard: string | null;
  suggestedName: string;
  /** The buyer's address on one line, sent if the card is saved. */
  cardholderAddress: string;
  resume: Pending | null;
  onPaid: () => void;
  /**
   * Called with a message when the payment has ended and nothing was charged, and with null when the shopper closes the
   * dialog.
   */
  onClose: (message: string | null) => void;
};

/**
 * Collects a card and pays with it. The card number is typed into the processor's form and never reaches this page;
 * the name on the card is a field of this page.
 */
export default function CardDialog(props: Props) {
  const { processor, amount, suggestedName, resume, onClose } = props;
  const t = useText(alertTexts, paymentTexts);
  const entry = useRef<EntryHandle>(null);
  const content = useRef<HTMLDivElement>(null);
  const fields = useCardFields(resume, suggestedName, props.chosenCard);
  const { state, dispatch, receive } = useCardPayment({
    processor,
    amount,
    resume,
    cardholderName: fields.name.value.trim(),
    cardholderAddress: resume?.cardholderAddress ?? props.cardholderAddress,
    saveCard: fields.saveCard,
    securityCode: fields.code.value,
    typesCard: (saved) => fields.cardOf(saved) === null,
    mayPay: fields.checkName,
  });
  const { alert, status } = usePaymentResult(t, state, fields, props);
  useFirstField(state, fields, entry);
  const due = "attempt" in state ? state.attempt.amount : amount;
  const isOpen = mayClose(state);
  useDialogEntry(isOpen, () => onClose(null));

  function pay() {
    if (state.step !== "form") return;
    const card = fields.cardOf(state.saved);
    if (card) {
      if (fields.checkCode(state.saved))
        dispatch({ type: "pay-saved", savedId: card.extAccountStoredPaymentId });
      return;
    }
    if (!state.ready || state.confirming || !fields.checkName()) return;
    dispatch({ type: "pay" });
    entry.current?.submit();
  }

  function closeFromForm() {
    if (!isOpen) return;
    // When the focus is in the form's frame, closing the dialog would not return it to the button that opened the dialog.
    content.current?.closest<HTMLElement>("[role=dialog]")?.focus();
    onClose(null);
  }

  return (
    <Dialog
      open
      title={t("payment.title")}
      onClose={() => onClose(null)}
      isStatic={!isOpen}
      keepsOnPress
      withoutClose={!isOpen}
      footer={
        withForm(state) ? <PayFooter t={t} state={state} fields={fields} due={due} onPay={pay} /> : undefined
      }
    >
      <div ref={content} className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-2">{t("payment.amount")}</span>
          <span className="figures text-2xl font-bold">{formatMoney(due)}</span>
        </p>
        {props.plan ? <p className="text-sm text-ink-2">{monthlyText(t, props.plan)}</p> : null}
        <Failure t={t} state={state} alert={alert} onRetry={() => dispatch({ type: "retry" })} />
        <CardForm
          state={state}
          fields={fields}
          mayHaveSavedCards={props.mayHaveSavedCards}
          entry={entry}
          onPay={pay}
          onMessage={receive}
          onEscape={closeFromForm}
        />
        {/* Above the footer, which stays small so that the fields can be seen above a phone's keyboard. */}
        {withForm(state) ? (
          <p className="text-center text-sm text-balance text-ink-2">
            {t(paysWithSaved(state, fields, props) ? "payment.secure-saved" : "payment.secure")}
          </p>
        ) : null}
        <Waiting t={t} state={state} status={status} dispatch={dispatch} />
      </div>
    </Dialog>
  );
}

/** The payments that follow the one of today. */
export type MonthlyPayments = { cents: number; count: number; first: string; last: string };

function monthlyText(t: Translate<"payment">, { cents, count, first, last }: MonthlyPayments): string {
  return t(count === 1 ? "payment.monthly-one" : "payment.monthly", {
    total: formatCents(cents),
    count,
    first: unbroken(formatDay(first)),
    last: unbroken(formatDay(last)),
  });
}

/** Reports the end of the payment to the page, and moves focus to the message to be read. */
function usePaymentResult(
  t: Translate<"payment">,
  state: CardState,
  fields: CardFields,
  { onPaid, onClose }: Pick<Props, "onPaid" | "onClose">,
) {
  const alert = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const { step } = state;
  const failure = failureOf(state);
  const end = step === "over" ? messageText(t, state.shownMessage) : null;

  const reportPaid = useEffectEvent(() => onPaid());
  const reportEnd = useEffectEvent((message: string) => onClose(message));
  const failSaved = useEffectEvent(() => fields.failSaved());
  useEffect(() => {
    if (step === "paid") reportPaid();
    if (step === "unavailable") failSaved();
  }, [step]);
  useEffect(() => {
    if (end !== null) reportEnd(end);
  }, [end]);

  // The form that had focus may have disappeared.
  useEffect(() => {
    if (failure) alert.current?.focus();
    else if (step === "paying" || step === "checking") status.current?.focus();
  }, [failure, step]);

  return { alert, status };
}

/**
 * Moves focus to the first empty field once the form is ready: the name, the number in the processor's form, or the
 * code of a saved card. After a failure the focus stays on its message. A shopper who has already moved on is not
 * interrupted.
 */
function useFirstField(state: CardState, fields: CardFields, entry: RefObject<EntryHandle | null>) {
  const form = formOf(state);
  const card = form ? fields.cardOf(form.saved) : null;
  const field =
    form === null ? null : card ? (form.saved.codeRequired ? "code" : null) : form.ready ? "card" : null;
  const focusField = useEffectEvent(() => {
    if (failureOf(state) !== null || !isUntouched()) return;
    if (field === "code") fields.code.ref.current?.querySelector("input")?.focus();
    else if (fields.name.value.trim() === "") fields.name.ref.current?.querySelector("input")?.focus();
    else entry.current?.focus();
  });
  useEffect(() => {
    if (field !== null) focusField();
  }, [field]);
}

/** Whether the focus is still where the dialog put it when it opened. */
function isUntouched(): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused?.getAttribute("role") === "dialog";
}

function failureOf(state: CardState): Message | null {
  return "shownMessage" in state && state.step !== "over" ? state.shownMessage : null;
}

function messageText(t: Translate<"payment">, message: Message): string {
  return "id" in message ? t(message.id) : message.text;
}

/** The state while the form is open, including while its card is being sent; null in all other steps. */
function formOf(state: CardState) {
  return state.step === "form" || state.step === "sending" ? state : null;
}

function withForm(state: CardState): boolean {
  return state.step === "opening" || formOf(state) !== null;
}

/** Whether a saved card pays. Until the form is open, the choice on the page decides. */
function paysWithSaved(state: CardState, fields: CardFields, { chosenCard }: Props): boolean {
  const form = formOf(state);
  if (form) return fields.cardOf(form.saved) !== null;
  return chosenCard !== null && chosenCard !== newCard;
}

type FooterProps = {
  t: Translate<"payment">;
  state: CardState;
  fields: CardFields;
  due: number;
  onPay: () => void;
};

function PayFooter({ t, state, fields, due, onPay }: FooterProps) {
  const form = formOf(state);
  const card = form ? fields.cardOf(form.saved) : null;
  const isBlocked = form && card ? fields.lacksCode(form.saved) : !form?.ready || form.confirming;
  return (
    <Button wide blocked={isBlocked} busy={state.step === "sending"} onClick={onPay}>
      {t("payment.pay", { amount: formatMoney(due) })}
    </Button>
  );
}

type FailureProps = {
  t: Translate<"alert" | "payment">;
  state: CardState;
  alert: RefObject<HTMLDivElement | null>;
  onRetry: () => void;
};

/** The message that explains what failed. If no form could be opened, a button tries again. */
function Failure({ t, state, alert, onRetry }: FailureProps) {
  const failure = failureOf(state);
  return (
    <>
      {failure ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          <p>{messageText(t, failure)}</p>
          {"declined" in state && state.declined ? <p>{t("payment.another-card")}</p> : null}
        </Alert>
      ) : null}
      {state.step === "unavailable" ? (
        <Button appearance="secondary" className="justify-self-start" onClick={onRetry}>
          {t("payment.retry")}
        </Button>
      ) : null}
    </>
  );
}

type FormProps = {
  state: CardState;
  fields: CardFields;
  mayHaveSavedCards: boolean;
  entry: RefObject<EntryHandle | null>;
  onPay: () => void;
  onMessage: (message: FormMessage) => void;
  onEscape: () => void;
};

/** A saved card with its security code, or a new card. Until it is known which, a placeholder. */
function CardForm({ state, fields, mayHaveSavedCards, entry, onPay, ...heard }: FormProps) {
  if (!withForm(state)) return null;
  const form = formOf(state);
  const shown = {
    form: form?.form ?? null,
    round: state.round,
    ready: form?.ready ?? false,
    height: form?.height ?? minFrameHeight,
    handle: entry,
    cardholderName: fields.name.value.trim(),
    ...heard,
  };
  if (state.step === "opening" && mayHaveSavedCards) return <CardEntry {...shown} />;
  const card = form ? fields.cardOf(form.saved) : null;
  const cards = form && !fields.savedFailed ? form.saved.cards : [];
  const isSending = state.step === "sending";
  return (
    <>
      {form && cards.length > 0 ? (
        fields.asksForCard(form.saved) ? (
          <SavedCardChoice fields={fields} cards={cards} selected={card} takesFocus={fields.wasChosen} />
        ) : (
          <ChosenCard fields={fields} cards={cards} selected={card} />
        )
      ) : null}
      {card && form?.saved.codeRequired ? (
        <SecurityCodeField code={fields.code} brand={card.cardBrand} onEnter={onPay} />
      ) : null}
      {card ? null : (
        <>
          <CardBrands />
          <CardholderField name={fields.name} readOnly={isSending} />
          <CardEntry {...shown} />
          {form?.saved.canSave ? <SaveCardBox fields={fields} disabled={isSending} /> : null}
        </>
      )}
    </>
  );
}

type WaitingProps = {
  t: Translate<"payment">;
  state: CardState;
  status: RefObject<HTMLDivElement | null>;
  dispatch: (event: CardEvent) => void;
};

/** What the shopper sees while the payment is in progress. */
function Waiting({ t, state, status, dispatch }: WaitingProps) {
  if (!("attempt" in state) || formOf(state) !== null) return null;
  const isChecking = state.step === "checking";
  return (
    <PaymentWait
      ref={status}
      text={t(isChecking ? "payment.checking" : "payment.working")}
      paymentKey={state.attempt.paymentKey}
      onCheckAgain={isChecking && state.resting ? () => dispatch({ type: "check-again" }) : null}
    />
  );
}
