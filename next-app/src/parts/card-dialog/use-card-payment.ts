"use client";

import { useEffect, useReducer } from "react";
import {
  type CardState,
  checkDelayMs,
  initialState,
  next,
  resumedState,
  type SavedCards,
} from "./card-state";
import type { FormMessage } from "./frame-message";
import { type Pending, removePending, savePending } from "./memory";
import { ask, setUp } from "./payment-calls";
import { useFormSilence } from "./use-form-silence";

type Options = {
  processor: string;
  /** The amount that the page shows as due. */
  amount: number;
  resume: Pending | null;
  cardholderName: string;
  cardholderAddress: string;
  /** Whether a new card is saved to the account. */
  saveCard: boolean;
  /** The security code of the saved card. */
  securityCode: string;
  /** Whether the shopper types a new card. Otherwise the dialog does not wait for the processor's form. */
  typesCard: (saved: SavedCards) => boolean;
  /**
   * Called when the processor's form has accepted a card. Returns false if a required field of this page is missing.
   */
  mayPay: () => boolean;
};

/** Runs the state machine of `card-state`: its calls and its timers. */
export function useCardPayment(options: Options) {
  const {
    processor,
    amount,
    resume,
    cardholderName,
    cardholderAddress,
    saveCard,
    securityCode,
    typesCard,
    mayPay,
  } = options;
  const [state, dispatch] = useReducer(
    next,
    null,
    (): CardState => (resume ? resumedState(resume.attempt, resume.call) : initialState),
  );
  const { step, round } = state;
  const attempt = "attempt" in state ? state.attempt : null;
  const shown = step === "form" || step === "sending" ? state : null;

  useEffect(() => {
    if (step !== "opening") return;
    let current = true;
    setUp(processor, amount, round > 0).then((found) => {
      if (current) dispatch(found);
    });
    return () => {
      current = false;
    };
  }, [step, round, processor, amount]);

  function receive(message: FormMessage) {
    if (message.type !== "cardAccepted" || mayPay()) dispatch({ type: "message-received", message });
  }

  const confirming = step === "confirming" ? state.form : null;
  useEffect(() => {
    if (confirming?.kind !== "script") return;
    let current = true;
    import("./stripe")
      .then(({ confirmSavedCard }) => confirmSavedCard(confirming))
      .then((message) => {
        if (current) dispatch({ type: "message-received", message });
      });
    return () => {
      current = false;
    };
  }, [confirming]);

  useFormSilence(shown && typesCard(shown.saved) ? shown : null, () => dispatch({ type: "form-silent" }));

  const pendingCall = step === "paying" || (step === "checking" && !state.resting) ? state.call : null;
  const tries = step === "checking" ? state.tries : null;
  useEffect(() => {
    if (pendingCall === null || attempt === null) return;
    savePending({ attempt, call: pendingCall, cardholderName, cardholderAddress, saveCard });
    const stopped = new AbortController();
    const wait = tries === null ? Promise.resolve() : pause(tries, stopped.signal);
    wait
      .then(() =>
        stopped.signal.aborted
          ? null
          : ask(
              attempt,
              pendingCall,
              { cardholderName, cardholderAddress, saveCard, securityCode },
              { unattended: tries !== null && tries > 0 },
            ),
      )
      .then((verdict) => {
        if (verdict && !stopped.signal.aborted) dispatch({ type: "verdict", on: pendingCall, verdict });
      });
    return () => stopped.abort();
  }, [pendingCall, tries, attempt, cardholderName, cardholderAddress, saveCard, securityCode]);

  useEffect(() => {
    // In these steps no outcome is awaited.
    if (step === "opening" || step === "form" || step === "over" || step === "paid") removePending();
  }, [step]);

  return { state, dispatch, receive };
}

/** Waits before the next request, and as long as the page is hidden. */
export async function pause(tries: number, signal: AbortSignal): Promise<void> {
  if (tries > 0) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, checkDelayMs(tries));
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  if (!document.hidden || signal.aborted) return;
  await new Promise<void>((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve());
  });
}
