"use client";

import { type Dispatch, type RefObject, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { type Pending, removePending, savePending } from "@/parts/card-dialog/memory";
import { pageTheme } from "@/parts/card-dialog/page-theme";
import { pause } from "@/parts/card-dialog/use-card-payment";
import { ask, sendError, setUp } from "./lender-calls";
import { parseLenderMessage } from "./lender-message";
import { type LenderOffer, showOffer } from "./lender-script";
import {
  initialState,
  type LenderAttempt,
  type LenderEvent,
  type LenderState,
  type Message,
  next,
  resumedState,
} from "./lender-state";

/** An offer that has not appeared after this time is treated as failed. */
const offerSilenceMs = 20_000;
/** The longest wait for an approved card, which the lender normally sends much sooner. */
const tokenSilenceMs = 45_000;

type Options = {
  processor: string;
  /** The amount that the page shows as due. */
  amount: number;
  resume: Pending | null;
  frameTitle: string;
  say: (text: Message) => string;
  /** The element in which the lender's page is shown. */
  place: RefObject<HTMLDivElement | null>;
};

/** Runs the state machine of `lender-state`: its calls, its timers and the messages of the lender's page. */
export function useLenderPayment(options: Options) {
  const { processor, amount, resume, say } = options;
  const [state, dispatch] = useReducer(
    next,
    null,
    (): LenderState => (resume ? resumedState(attemptOf(resume)) : initialState),
  );
  const { step, round } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens a new payment
  useEffect(() => {
    if (step !== "opening") return;
    let current = true;
    setUp(processor, amount).then((found) => {
      if (current) dispatch(found);
    });
    return () => {
      current = false;
    };
  }, [step, round, processor, amount]);

  useOffer(state, dispatch, options);
  usePaymentCalls(state, dispatch);

  useEffect(() => {
    if (step === "opening" || step === "over" || step === "paid") removePending();
  }, [step]);

  const reportFatal = useEffectEvent(() => {
    if (state.step === "over" && state.attempt) sendError(state.attempt, "fatal", say(state.shownMessage));
  });
  useEffect(() => {
    if (step === "over") reportFatal();
  }, [step]);

  return { state, dispatch };
}

/** Shows the lender's page in its frame, receives its messages, and requests the approved card. */
function useOffer(
  state: LenderState,
  dispatch: Dispatch<LenderEvent>,
  { processor, place, frameTitle }: Pick<Options, "processor" | "place" | "frameTitle">,
) {
  const offer = useRef<LenderOffer | null>(null);
  const shown = state.step === "offer" ? state : null;
  const offered = shown?.offered ?? null;
  const upCode = ("attempt" in state && state.attempt?.upCode) || null;

  useEffect(() => {
    const container = place.current;
    if (offered === null || upCode === null || container === null) return;
    let current = true;
    const { script, apiKey, order } = offered;
    showOffer(script, { upCode, apiKey, order, container, theme: pageTheme(), title: frameTitle }).then(
      (found) => {
        if (!current) return found.remove();
        found.frame.className = "block w-full border-0";
        offer.current = found;
      },
      () => {
        if (current) dispatch({ type: "message-received", message: { type: "service-unavailable" } });
      },
    );
    return () => {
      current = false;
      offer.current?.remove();
      offer.current = null;
    };
  }, [offered, upCode, place, frameTitle, dispatch]);

  const height = shown?.height ?? null;
  const status = shown?.status ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame appears between two states of the offer
  useEffect(() => {
    if (offer.current && height !== null) offer.current.frame.style.height = `${height}px`;
  }, [height, status]);

  const receive = useEffectEvent((event: MessageEvent) => {
    if (offered === null || upCode === null) return;
    const window = offer.current?.frame.contentWindow;
    const message = parseLenderMessage(event, { processor, origin: offered.origin, upCode, window });
    if (message) dispatch({ type: "message-received", message });
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  const tokenRequested = shown?.tokenRequested ?? false;
  useEffect(() => {
    if (tokenRequested) offer.current?.getToken();
  }, [tokenRequested]);

  const silence = tokenRequested ? tokenSilenceMs : status === "not-contacted" ? offerSilenceMs : null;
  useEffect(() => {
    if (silence === null) return;
    const timer = setTimeout(() => dispatch({ type: "lender-silent" }), silence);
    return () => clearTimeout(timer);
  }, [silence, dispatch]);
}

/** Submits the payment, and asks for its outcome until it is known or the requests pause. */
function usePaymentCalls(state: LenderState, dispatch: Dispatch<LenderEvent>) {
  const { step } = state;
  const attempt = "attempt" in state ? state.attempt : null;
  const pendingCall = step === "paying" || (step === "checking" && !state.resting) ? state.call : null;
  const tries = step === "checking" ? state.tries : null;
  const token = step === "paying" || step === "checking" ? state.token : null;

  useEffect(() => {
    if (pendingCall === null || attempt === null) return;
    // The virtual card is not stored, so an interrupted payment continues through its order.
    savePending({
      attempt: pendingOf(attempt),
      call: "order",
      cardholderName: "",
      cardholderAddress: "",
      saveCard: false,
    });
    const stopped = new AbortController();
    const wait = tries === null ? Promise.resolve() : pause(tries, stopped.signal);
    wait
      .then(() =>
        stopped.signal.aborted
          ? null
          : ask(attempt, pendingCall, token, { unattended: tries !== null && tries > 0 }),
      )
      .then((verdict) => {
        if (!verdict || stopped.signal.aborted) return;
        // A decline that can be retried is reported as a booking error. An error that closes the dialog is
        // reported as fatal.
        if (verdict.is === "declined") sendError(attempt, "booking", verdict.message);
        dispatch({ type: "verdict", on: pendingCall, verdict });
      });
    return () => stopped.abort();
  }, [pendingCall, tries, attempt, token, dispatch]);
}

function pendingOf({ processor, upCode, paymentKey, amount }: LenderAttempt): Pending["attempt"] {
  return { processor, sessionKey: upCode, paymentKey, amount };
}

function attemptOf({ attempt: { processor, sessionKey, paymentKey, amount } }: Pending): LenderAttempt {
  return { processor, upCode: sessionKey, paymentKey, amount };
}
