"use client";

import { type Ref, useEffect, useEffectEvent, useRef } from "react";
import { formatMoney } from "@/lib/money";
import type { Pending } from "@/parts/card-dialog/memory";
import { PaymentWait } from "@/parts/payment-wait/payment-wait";
import { alertTexts } from "@/text/areas/alert";
import { lenderTexts } from "@/text/areas/lender";
import { paymentTexts } from "@/text/areas/payment";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { useDialogEntry } from "@/ui/dialog-entry";
import {
  isRefused,
  type LenderEvent,
  type LenderState,
  type Message,
  mayClose,
  type OfferStatus,
  offerStatus,
} from "./lender-state";
import { useLenderPayment } from "./use-lender-payment";

type Props = {
  processor: string;
  /** The amount that the page shows as due. A new payment of any other amount is refused. */
  amount: number;
  resume: Pending | null;
  onPaid: () => void;
  /** Called when the shopper declines the plan or cannot get it. */
  onCancel: () => void;
  /**
   * Called with a message when the payment has ended and nothing was charged, and with null when the shopper goes back
   * to checkout without declining the plan.
   */
  onClose: (message: string | null) => void;
};

/**
 * Shows the lender's offer, which is the lender's own page in a frame, and pays with the approved virtual card. This
 * page passes the card on and does not store it.
 */
export default function LenderDialog(props: Props) {
  const { processor, amount, resume, onCancel, onClose } = props;
  const t = useText(alertTexts, lenderTexts, paymentTexts);
  const place = useRef<HTMLDivElement>(null);
  const { state, dispatch } = useLenderPayment({
    processor,
    amount,
    resume,
    frameTitle: t("lender.frame-title"),
    say: (message) => messageText(t, message),
    place,
  });
  const { alert, status, payButton } = usePaymentResult(t, state, props);
  const due = "attempt" in state ? (state.attempt?.amount ?? amount) : amount;
  const offer = offerStatus(state);
  const isOpen = mayClose(state);
  const withOffer = hasOffer(state);
  // A shopper who cancels an open offer pays in a different way. Without an offer, closing the dialog keeps
  // the cart and its plan.
  const back = () => onClose(null);
  useDialogEntry(isOpen, back);

  return (
    <Dialog
      open
      title={t("lender.title")}
      onClose={withOffer ? onCancel : back}
      isStatic={!isOpen}
      keepsOnPress
      withoutClose={!isOpen}
      footer={
        withOffer ? (
          <Button
            ref={payButton}
            wide
            blocked={offer !== "token-available"}
            busy={state.step === "offer" && state.tokenRequested}
            onClick={() => dispatch({ type: "pay" })}
          >
            {t("lender.pay", { amount: formatMoney(due) })}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-2">{t("lender.amount")}</span>
          <span className="figures text-2xl font-bold">{formatMoney(due)}</span>
        </p>
        <Failure t={t} state={state} alert={alert} />
        {withOffer && offer ? <Offer offer={offer} place={place} ref={status} /> : null}
        {withOffer && isOpen ? (
          <Button appearance="secondary" className="justify-self-start" onClick={onCancel}>
            {t("lender.cancel")}
          </Button>
        ) : null}
        {withOffer || isWaiting(state) || state.step === "over" ? null : (
          <OtherWays onRetry={() => dispatch({ type: "retry" })} onCancel={onCancel} onBack={back} />
        )}
        <Waiting t={t} state={state} status={status} dispatch={dispatch} />
      </div>
    </Dialog>
  );
}

/** Reports the end of the payment to the page, and moves focus to the next action or the message to be read. */
function usePaymentResult(
  t: Translate<"lender" | "payment">,
  state: LenderState,
  { onPaid, onClose }: Pick<Props, "onPaid" | "onClose">,
) {
  const alert = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const payButton = useRef<HTMLButtonElement>(null);
  const { step } = state;
  const failure = failureOf(state);
  const end = step === "over" ? messageText(t, state.shownMessage) : null;
  const offer = offerStatus(state);
  const refused = isRefused(offer);
  // Whether a further offer is loading. The element that had the focus has disappeared, so the focus must
  // move.
  const isAnother = state.round > 0 && offer === "not-contacted";

  const reportPaid = useEffectEvent(() => onPaid());
  const reportEnd = useEffectEvent((message: string) => onClose(message));
  useEffect(() => {
    if (step === "paid") reportPaid();
  }, [step]);
  useEffect(() => {
    if (end !== null) reportEnd(end);
  }, [end]);

  // The frame that had focus may have disappeared.
  useEffect(() => {
    if (failure || refused) alert.current?.focus();
    else if (offer === "token-available") payButton.current?.focus();
    else if (step === "paying" || step === "checking" || isAnother) status.current?.focus();
  }, [failure, refused, offer, step, isAnother]);

  return { alert, status, payButton };
}

function failureOf(state: LenderState): Message | null {
  return "shownMessage" in state && state.step !== "over" ? state.shownMessage : null;
}

function messageText(t: Translate<"lender" | "payment">, message: Message): string {
  return "id" in message ? t(message.id) : message.text;
}

/** Whether the lender's offer is shown, or its place while it loads. */
function hasOffer(state: LenderState): boolean {
  return state.step === "opening" || (state.step === "offer" && !isRefused(state.status));
}

type WaitingState = Extract<LenderState, { step: "paying" | "paid" | "checking" }>;

function isWaiting(state: LenderState): state is WaitingState {
  return state.step === "paying" || state.step === "paid" || state.step === "checking";
}

type FailureProps = {
  t: Translate<"alert" | "lender" | "payment">;
  state: LenderState;
  alert: Ref<HTMLDivElement>;
};

/** Why the payment failed, or why the lender has no offer. */
function Failure({ t, state, alert }: FailureProps) {
  const failure = failureOf(state);
  if (failure) {
    return (
      <Alert ref={alert} tone="error" label={t("alert.error")}>
        {messageText(t, failure)}
      </Alert>
    );
  }
  const offer = offerStatus(state);
  if (offer === null || !isRefused(offer)) return null;
  return (
    <Alert ref={alert} tone="warning" label={t("alert.warning")}>
      {t(`lender.${offer}`)}
    </Alert>
  );
}

type WaitingProps = {
  t: Translate<"lender" | "payment">;
  state: LenderState;
  status: Ref<HTMLDivElement>;
  dispatch: (event: LenderEvent) => void;
};

/** What the shopper sees while the payment is in progress. */
function Waiting({ t, state, status, dispatch }: WaitingProps) {
  if (!isWaiting(state)) return null;
  const isChecking = state.step === "checking";
  return (
    <PaymentWait
      ref={status}
      text={t(isChecking ? "payment.checking" : "lender.token-retrieved")}
      paymentKey={state.attempt.paymentKey}
      onCheckAgain={isChecking && state.resting ? () => dispatch({ type: "check-again" }) : null}
    />
  );
}

type OfferProps = { offer: OfferStatus; place: Ref<HTMLDivElement>; ref: Ref<HTMLDivElement> };

/** The state of the offer, and the place into which the lender's script inserts its page. */
function Offer({ offer, place, ref }: OfferProps) {
  const t = useText(lenderTexts);
  return (
    <>
      <div
        ref={ref}
        tabIndex={-1}
        role="status"
        className={classNames("outline-none", offer === "token-available" && "font-semibold text-ok")}
      >
        {t(`lender.${offer}`)}
      </div>
      {/* The place is invisible until the lender's page has reported a status. */}
      <div className={classNames("relative", offer === "not-contacted" && "min-h-40 overflow-hidden")}>
        <div ref={place} className={classNames(offer === "not-contacted" && "opacity-0")} />
        {offer === "not-contacted" ? (
          <div className="absolute inset-0 grid content-start gap-3">
            <span className="skeleton h-11" />
            <span className="skeleton h-11" />
            <span className="skeleton h-11" />
          </div>
        ) : null}
      </div>
    </>
  );
}

type OtherWaysProps = { onRetry: () => void; onCancel: () => void; onBack: () => void };

/** The buttons that are shown if there is no offer: contact the lender again, pay in full, or close the dialog. */
function OtherWays({ onRetry, onCancel, onBack }: OtherWaysProps) {
  const t = useText(lenderTexts);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onRetry}>{t("lender.retry")}</Button>
      <Button appearance="secondary" onClick={onCancel}>
        {t("lender.pay-in-full")}
      </Button>
      <Button appearance="quiet" onClick={onBack}>
        {t("lender.back")}
      </Button>
    </div>
  );
}
