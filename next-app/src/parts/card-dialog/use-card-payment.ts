"use client";

import { type RefObject, useEffect, useReducer } from "react";
import {
  type CardState,
  checkDelayMs,
  initialState,
  mayClose,
  next,
  resumedState,
  type SavedCards,
} from "./card-state";
import { type Pending, removePending, savePending } from "./memory";
import { pageTheme } from "./page-theme";
import { ask, setUp } from "./payment-calls";
import { useFrameMessages, useFrameSilence } from "./use-frame-messages";

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
  frame: RefObject<HTMLIFrameElement | null>;
  /**
   * Called when the processor's form has accepted a card. Returns false if a required field of this page is missing.
   */
  mayPay: () => boolean;
  /** Called when Escape was pressed in the processor's form. */
  onEscape: () => void;
};

/** Runs the state machine of `card-state`: its calls, its timers and the frame's messages. */
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
    frame,
    mayPay,
    onEscape,
  } = options;
  const [state, dispatch] = useReducer(
    next,
    null,
    (): CardState => (resume ? resumedState(resume.attempt, resume.call) : initialState),
  );
  const { step, round } = state;
  const attempt = "attempt" in state ? state.attempt : null;
  const shown = step === "form" || step === "sending" ? state : null;
  const origin = shown?.frame.origin ?? null;
  const sessionKey = attempt?.sessionKey ?? null;

  useEffect(() => {
    if (step !== "opening") return;
    let current = true;
    setUp(processor, pageTheme(), amount, round > 0).then((found) => {
      if (current) dispatch(found);
    });
    return () => {
      current = false;
    };
  }, [step, round, processor, amount]);

  useFrameMessages(
    { processor, origin, sessionKey, frame },
    (message) => {
      if (message.type !== "cardAccepted" || mayPay()) dispatch({ type: "message-received", message });
    },
    () => {
      if (mayClose(state)) onEscape();
    },
  );

  const withFrame = shown !== null && typesCard(shown.saved);
  const awaited = step === "sending" ? "answer" : withFrame && !shown.ready ? "form" : null;
  useFrameSilence(awaited, () => dispatch({ type: "frame-silent" }));

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

  return { state, dispatch };
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
