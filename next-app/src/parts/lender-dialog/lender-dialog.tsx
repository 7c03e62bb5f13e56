"use client";

import { type Ref, useEffect, useEffectEvent, useRef } from "react";
import { formatMoney } from "@/lib/money";
import type { Pending } from "@/parts/card-dialog/memory";
import { PaymentWait } from "@/parts/payment-wait/payment-wait";
import { alertTexts } from "@/text/areas/alert";
import { lenderTexts } from "@/text/areas/lender";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { isRefused, type Message, mayClose, type OfferStatus, offerStatus } from "./lender-state";
import { useLenderPayment } from "./use-lender-payment";

type Props = {
  processor: string;
  /** The amount that the page shows as due. No other amount is paid. */
  amount: number;
  resume: Pending | null;
  onPaid: () => void;
  /** Called when the shopper declines the plan or cannot have it. */
  onCancel: () => void;
  /** Called with a message when the payment has ended and nothing was charged. */
  onClose: (message: string | null) => void;
};

/**
 * Shows the lender's offer, which is the lender's own page in a frame, and pays with the approved virtual card. This
 * page passes the card on and does not store it.
 */
export default function LenderDialog({ processor, amount, resume, onPaid, onCancel, onClose }: Props) {
  const t = useText(alertTexts, lenderTexts, paymentTexts);
  const place = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const payButton = useRef<HTMLButtonElement>(null);
  const { state, dispatch } = useLenderPayment({
    processor,
    amount,
    resume,
    frameTitle: t("lender.frame-title"),
    say,
    place,
  });
  const { step } = state;
  const shownMessage = "shownMessage" in state && step !== "over" ? state.shownMessage : null;
  const over = step === "over" ? say(state.shownMessage) : null;
  const due = "attempt" in state ? (state.attempt?.amount ?? amount) : amount;
  const offer = offerStatus(state);
  const refused = isRefused(offer);

  // The button that requested this offer has disappeared.
  const isAnother = state.round > 0 && offer === "not-contacted";

  const reportPaid = useEffectEvent(() => onPaid());
  const reportOver = useEffectEvent((message: string) => onClose(message));
  useEffect(() => {
    if (step === "paid") reportPaid();
  }, [step]);
  useEffect(() => {
    if (over !== null) reportOver(over);
  }, [over]);

  // Moves focus to the next action once the frame that had focus is finished.
  useEffect(() => {
    if (shownMessage || refused) alert.current?.focus();
    else if (offer === "token-available") payButton.current?.focus();
    else if (step === "paying" || step === "checking" || isAnother) status.current?.focus();
  }, [shownMessage, refused, offer, step, isAnother]);

  function say(message: Message): string {
    return "id" in message ? t(message.id) : message.text;
  }

  const open = mayClose(state);
  const shown = step === "offer" ? state : null;
  const withOffer = step === "opening" || (shown !== null && !refused);
  // Cancelling an open offer chooses another way to pay. Without an offer, closing keeps the cart and its plan.
  const back = () => onClose(null);
  const leave = withOffer ? onCancel : back;
  const waiting = step === "paying" || step === "paid" || step === "checking";

  return (
    <Dialog
      open
      title={t("lender.title")}
      onClose={leave}
      isStatic={!open}
      keepsOnPress
      withoutClose={!open}
      footer={
        withOffer ? (
          <Button
            ref={payButton}
            wide
            blocked={offer !== "token-available"}
            busy={shown?.asked}
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

        {shownMessage ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {say(shownMessage)}
          </Alert>
        ) : refused && offer ? (
          <Alert ref={alert} tone="warning" label={t("alert.warning")}>
            {t(`lender.${offer}`)}
          </Alert>
        ) : null}

        {withOffer && offer ? <Offer offer={offer} place={place} ref={status} /> : null}

        {waiting || step === "over" ? null : withOffer ? (
          open ? (
            <Button look="secondary" className="justify-self-start" onClick={onCancel}>
              {t("lender.cancel")}
            </Button>
          ) : null
        ) : (
          <OtherWays onRetry={() => dispatch({ type: "retry" })} onCancel={onCancel} onBack={back} />
        )}

        {waiting ? (
          <PaymentWait
            ref={status}
            text={t(step === "checking" ? "payment.checking" : "lender.token-retrieved")}
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
      {/* Empty while the lender's page loads; the lender's script inserts the frame. */}
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

/** What the shopper can do without an offer. */
function OtherWays({ onRetry, onCancel, onBack }: OtherWaysProps) {
  const t = useText(lenderTexts);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onRetry}>{t("lender.retry")}</Button>
      <Button look="secondary" onClick={onCancel}>
        {t("lender.pay-in-full")}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t("lender.back")}
      </Button>
    </div>
  );
}
