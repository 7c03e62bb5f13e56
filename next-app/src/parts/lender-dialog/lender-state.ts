import type { LenderOrder } from "@/api/types";
import { maxTries } from "@/parts/card-dialog/card-state";
import type { Verdict } from "@/parts/card-dialog/verdict";
import { type LenderMessage, minFrameHeight, type Token } from "./lender-message";

/**
 * The lender dialog as a state machine. After the lender has sent the virtual card, the shopper cannot start a second
 * payment: only a response of the server ends that step.
 */
export type OfferStatus =
  | "not-contacted"
  | "offer-available"
  | "offer-unavailable"
  | "service-unavailable"
  | "token-available"
  | "token-retrieved";

export type LenderAttempt = { processor: string; paymentKey: string; upCode: string; amount: number };
export type Offered = { apiKey: string; order: LenderOrder; script: string; origin: string };
export type LenderCall = "submit" | "order";

/** A known text, or a message from the server. */
export type Message =
  | { id: "lender.unavailable" | "lender.too-many-calls" | "payment.no-processor" | "payment.amount-changed" }
  | { text: string };

/** How often the shopper pressed Pay, and how often the dialog started again. */
type Counts = { submits: number; round: number };

export type LenderState = Counts &
  (
    | { step: "opening"; shownMessage: Message | null }
    | { step: "unavailable"; shownMessage: Message }
    | {
        step: "offer";
        attempt: LenderAttempt;
        offered: Offered;
        status: OfferStatus;
        /** Whether the shopper pressed Pay, so that the virtual card was requested. */
        tokenRequested: boolean;
        height: number;
        shownMessage: Message | null;
      }
    | { step: "paying"; attempt: LenderAttempt; call: LenderCall; token: Token | null }
    | {
        step: "checking";
        attempt: LenderAttempt;
        call: LenderCall;
        token: Token | null;
        tries: number;
        resting: boolean;
      }
    | { step: "paid"; attempt: LenderAttempt }
    /** `attempt` is null if no payment was opened. */
    | { step: "over"; attempt: LenderAttempt | null; shownMessage: Message }
  );

export type LenderEvent =
  | { type: "opened"; attempt: LenderAttempt; offered: Offered }
  | { type: "setup-failed"; shownMessage: Message }
  /** The shop refuses to open a payment for the cart as shown. */
  | { type: "setup-refused"; shownMessage: Message }
  | { type: "message-received"; message: LenderMessage }
  | { type: "lender-silent" }
  | { type: "pay" }
  | { type: "verdict"; on: LenderCall; verdict: Verdict }
  | { type: "check-again" }
  | { type: "retry" };

/** A cart allows ten submits to a lender. The server counts too, across all open pages. */
export const maxSubmits = 10;

export const initialState: LenderState = { step: "opening", shownMessage: null, submits: 0, round: 0 };

/**
 * A payment whose outcome this tab was waiting for when the page was reloaded or the dialog was closed. Its virtual
 * card is lost, but its order can be requested.
 */
export function resumedState(attempt: LenderAttempt): LenderState {
  const counts = { submits: 0, round: 0 };
  return { step: "checking", attempt, call: "order", token: null, tries: 0, resting: false, ...counts };
}

/**
 * Whether the dialog may be closed. After the shopper has pressed Pay it may not, until the payment fails or its
 * requests pause.
 */
export function mayClose(state: LenderState): boolean {
  switch (state.step) {
    case "opening":
    case "unavailable":
    case "over":
      return true;
    case "offer":
      return !state.tokenRequested;
    case "checking":
      return state.resting;
    case "paying":
    case "paid":
      return false;
  }
}

export function next(state: LenderState, event: LenderEvent): LenderState {
  const { submits, round } = state;
  switch (event.type) {
    case "opened":
      if (state.step !== "opening") return state;
      return {
        step: "offer",
        attempt: event.attempt,
        offered: event.offered,
        status: "not-contacted",
        tokenRequested: false,
        height: minFrameHeight,
        shownMessage: state.shownMessage,
        submits,
        round,
      };
    case "setup-failed":
      return state.step === "opening"
        ? { step: "unavailable", shownMessage: event.shownMessage, submits, round }
        : state;
    case "setup-refused":
      return state.step === "opening"
        ? { step: "over", attempt: null, shownMessage: event.shownMessage, submits, round }
        : state;
    case "message-received":
      return state.step === "offer" ? afterFrameMessage(state, event.message) : state;
    case "lender-silent":
      return state.step === "offer" && (state.status === "not-contacted" || state.tokenRequested)
        ? { ...state, status: "service-unavailable", tokenRequested: false, shownMessage: null }
        : state;
    case "pay":
      if (state.step !== "offer" || state.status !== "token-available" || state.tokenRequested) return state;
      if (submits >= maxSubmits) {
        const shownMessage = { id: "lender.too-many-calls" } as const;
        return { step: "over", attempt: state.attempt, shownMessage, submits, round };
      }
      return { ...state, tokenRequested: true, shownMessage: null, submits: submits + 1 };
    case "verdict":
      return afterVerdict(state, event.on, event.verdict);
    case "check-again":
      return state.step === "checking" && state.resting ? { ...state, tries: 0, resting: false } : state;
    case "retry": {
      const failed = state.step === "unavailable" || (state.step === "offer" && isRefused(state.status));
      return failed ? restarted(state, null) : state;
    }
  }
}

/** Whether the lender has no offer or is unavailable. The shopper can then contact it again. */
export function isRefused(status: OfferStatus | null): boolean {
  return status === "offer-unavailable" || status === "service-unavailable";
}

/** Starts a new attempt with a new offer and a new virtual card. */
function restarted({ submits, round }: Counts, shownMessage: Message | null): LenderState {
  return { step: "opening", shownMessage, submits, round: round + 1 };
}

type Offer = Extract<LenderState, { step: "offer" }>;

function afterFrameMessage(state: Offer, message: LenderMessage): LenderState {
  switch (message.type) {
    case "resize":
      return { ...state, height: message.height };
    case "token-retrieved":
      // A virtual card that was not requested is ignored.
      if (!state.tokenRequested || state.status !== "token-available") return state;
      return {
        step: "paying",
        attempt: state.attempt,
        call: "submit",
        token: message.token,
        submits: state.submits,
        round: state.round,
      };
    case "offer-available":
      return state.status === "not-contacted" ? { ...state, status: message.type } : state;
    case "token-available":
      return state.status === "offer-available"
        ? { ...state, status: message.type, shownMessage: null }
        : state;
    case "offer-unavailable":
    case "service-unavailable":
      return { ...state, status: message.type, tokenRequested: false, shownMessage: null };
  }
}

function afterVerdict(state: LenderState, on: LenderCall, verdict: Verdict): LenderState {
  // Ignores a response to a call that is no longer awaited.
  if ((state.step !== "paying" && state.step !== "checking") || state.call !== on) return state;
  const { attempt, token, submits, round } = state;
  const counts = { submits, round };
  switch (verdict.is) {
    case "authorised":
      return { step: "paying", attempt, call: "order", token, ...counts };
    case "ordered":
      return { step: "paid", attempt, ...counts };
    case "declined":
    case "again":
      return restarted(counts, { text: verdict.message });
    case "over":
      return { step: "over", attempt, shownMessage: { text: verdict.message }, ...counts };
    case "unknown": {
      const tries = state.step === "checking" ? state.tries + 1 : 1;
      return { step: "checking", attempt, call: on, token, tries, resting: tries >= maxTries, ...counts };
    }
  }
}

/**
 * The status of the offer as the lender reported it, or `token-retrieved` while the payment is sent and after it
 * succeeded; null in the other steps.
 */
export function offerStatus(state: LenderState): OfferStatus | null {
  if (state.step === "opening") return "not-contacted";
  if (state.step === "offer") return state.status;
  return state.step === "paying" || state.step === "paid" ? "token-retrieved" : null;
}
