import type { SavedPayment } from "@/api/types";
import { type FormMessage, minFrameHeight } from "./frame-message";
import type { ProcessorForm } from "./processor-form";
import type { CardVerdict } from "./verdict";

/**
 * The card dialog as a state machine. It guarantees that after a card was accepted, the shopper cannot start a second
 * payment: only a server response ends that step.
 */
export type Attempt = {
  processor: string;
  sessionKey: string;
  paymentKey: string;
  amount: number;
  /** The id of the saved card with which the shopper pays. */
  savedId?: string;
};

/** The saved cards that can be used, whether they need their security code, and whether a new card can be saved. */
export type SavedCards = {
  cards: SavedPayment[];
  codeRequired: boolean;
  canSave: boolean;
};

export type PaymentCall = "card" | "order" | "saved";

/** A known text, or a message from the server. */
export type Message =
  | {
      id: "payment.form-failed" | "payment.unavailable" | "payment.no-processor" | "payment.amount-changed";
    }
  | { text: string };

/** The state in which a saved card was chosen, to which the dialog returns after a wrong code. */
type Choice = { form: ProcessorForm; saved: SavedCards };
type Paying = { attempt: Attempt; call: PaymentCall; choice: Choice | null; round: number };

export type CardState =
  | { step: "opening"; shownMessage: Message | null; declined: boolean; round: number }
  | { step: "unavailable"; shownMessage: Message; round: number }
  | {
      step: "form" | "sending";
      attempt: Attempt;
      form: ProcessorForm;
      saved: SavedCards;
      ready: boolean;
      /** Whether the card's bank asks the shopper in the form to confirm the payment. */
      confirming: boolean;
      height: number;
      shownMessage: Message | null;
      declined: boolean;
      round: number;
    }
  | ({ step: "paying" } & Paying)
  /** The bank of a saved card asks the shopper, in the form of a script, to confirm the payment. */
  | { step: "confirming"; attempt: Attempt; form: ProcessorForm; round: number }
  | ({ step: "checking"; tries: number; resting: boolean } & Paying)
  | { step: "paid"; attempt: Attempt; round: number }
  | { step: "over"; shownMessage: Message; round: number };

export type CardEvent =
  | { type: "opened"; attempt: Attempt; form: ProcessorForm; saved: SavedCards }
  | { type: "setup-failed"; shownMessage: Message }
  /** The shop refuses to open a payment for the cart as shown. */
  | { type: "setup-refused"; shownMessage: Message }
  | { type: "message-received"; message: FormMessage }
  | { type: "form-silent" }
  | { type: "pay" }
  | { type: "pay-saved"; savedId: string }
  | { type: "verdict"; on: PaymentCall; verdict: CardVerdict }
  | { type: "check-again" }
  | { type: "retry" };

/** How often an unknown outcome is requested before the dialog pauses and waits for the shopper. */
export const maxTries = 20;
const maxDelayMs = 15_000;

/**
 * The delay in milliseconds before request number `tries` for an outcome. It increases up to a maximum. Number 0 is the
 * first request of a resumed payment or after a pause, which is sent without this delay (`pause` in
 * `use-card-payment.ts`).
 */
export function checkDelayMs(tries: number): number {
  return Math.min(Math.round(1000 * 1.6 ** tries), maxDelayMs);
}

export const initialState: CardState = { step: "opening", shownMessage: null, declined: false, round: 0 };

/** A payment whose outcome this tab was waiting for when the page was reloaded or the dialog was closed. */
export function resumedState(attempt: Attempt, call: PaymentCall): CardState {
  return { step: "checking", attempt, call, choice: null, tries: 0, resting: false, round: 0 };
}

/** Whether the dialog may be closed. A submitted payment prevents that until it fails or its requests pause. */
export function mayClose(state: CardState): boolean {
  switch (state.step) {
    case "opening":
    case "unavailable":
    case "form":
    case "over":
      return true;
    case "checking":
      return state.resting;
    case "sending":
    case "paying":
    case "confirming":
    case "paid":
      return false;
  }
}

export function next(state: CardState, event: CardEvent): CardState {
  switch (event.type) {
    case "opened":
      if (state.step !== "opening") return state;
      return {
        ...state,
        step: "form",
        attempt: event.attempt,
        form: event.form,
        saved: event.saved,
        ready: false,
        confirming: false,
        height: minFrameHeight,
      };
    case "setup-failed":
      return state.step === "opening"
        ? { step: "unavailable", shownMessage: event.shownMessage, round: state.round }
        : state;
    case "setup-refused":
      return state.step === "opening"
        ? { step: "over", shownMessage: event.shownMessage, round: state.round }
        : state;
    case "message-received":
      if (state.step === "confirming") return afterConfirmation(state, event.message);
      return state.step === "form" || state.step === "sending"
        ? afterFormMessage(state, event.message)
        : state;
    case "form-silent":
      if (state.step === "sending") return restarted(state.round, { id: "payment.form-failed" });
      return state.step === "form" && !state.ready ? unavailable(state.round) : state;
    case "pay":
      return state.step === "form" && state.ready && !state.confirming
        ? { ...state, step: "sending", shownMessage: null, declined: false }
        : state;
    case "pay-saved":
      return state.step === "form"
        ? {
            step: "paying",
            attempt: { ...state.attempt, savedId: event.savedId },
            call: "saved",
            choice: { form: state.form, saved: state.saved },
            round: state.round,
          }
        : state;
    case "verdict":
      return afterVerdict(state, event.on, event.verdict);
    case "check-again":
      return state.step === "checking" && state.resting ? { ...state, tries: 0, resting: false } : state;
    case "retry":
      return state.step === "unavailable" ? restarted(state.round, null) : state;
  }
}

function unavailable(round: number): CardState {
  return { step: "unavailable", shownMessage: { id: "payment.unavailable" }, round };
}

/** Starts a new session, which loads a new frame even if the address is the same. */
function restarted(round: number, shownMessage: Message | null, declined = false): CardState {
  return { step: "opening", shownMessage, declined, round: round + 1 };
}

function afterFormMessage(
  state: Extract<CardState, { step: "form" | "sending" }>,
  message: FormMessage,
): CardState {
  switch (message.type) {
    case "ready":
      return { ...state, step: "form", ready: true, confirming: false, height: message.height };
    case "resize":
      return { ...state, height: message.height };
    case "challenge":
      return { ...state, step: "form", confirming: true };
    case "cardAccepted":
      // Enter inside the form submits it like the page's Pay button.
      return { step: "paying", attempt: state.attempt, call: "card", choice: null, round: state.round };
    case "declined":
      return {
        ...state,
        step: "form",
        confirming: false,
        shownMessage: { text: message.message },
        declined: true,
      };
    case "unavailable":
      return unavailable(state.round);
    case "cardError":
      // The form shows an invalid field itself and moves focus there.
      return message.reason === "invalid"
        ? { ...state, step: "form", confirming: false, shownMessage: null, declined: false }
        : restarted(state.round, { id: "payment.form-failed" });
  }
}

function afterConfirmation(
  { attempt, round }: Extract<CardState, { step: "confirming" }>,
  message: FormMessage,
): CardState {
  if (message.type === "cardAccepted") return { step: "paying", attempt, call: "saved", choice: null, round };
  if (message.type === "declined") return restarted(round, { text: message.message }, true);
  return restarted(round, { id: "payment.form-failed" });
}

function afterVerdict(state: CardState, on: PaymentCall, verdict: CardVerdict): CardState {
  // Ignores a response to a call that is no longer awaited.
  if ((state.step !== "paying" && state.step !== "checking") || state.call !== on) return state;
  const { attempt, choice, round } = state;
  switch (verdict.is) {
    case "authorised":
      return { step: "paying", attempt, call: "order", choice: null, round };
    case "ordered":
      return { step: "paid", attempt, round };
    case "declined":
      return restarted(round, { text: verdict.message }, true);
    case "confirm":
      return choice?.form.kind === "script"
        ? { step: "confirming", attempt, form: choice.form, round }
        : { step: "over", shownMessage: { text: verdict.message }, round };
    case "again": {
      const shownMessage = { text: verdict.message };
      if (!choice) return restarted(round, shownMessage);
      const { savedId: _, ...open } = attempt;
      const shown = {
        ready: false,
        confirming: false,
        height: minFrameHeight,
        shownMessage,
        declined: false,
        round,
      };
      return { step: "form", attempt: open, ...choice, ...shown };
    }
    case "over":
      return { step: "over", shownMessage: { text: verdict.message }, round };
    case "unknown": {
      const tries = state.step === "checking" ? state.tries + 1 : 1;
      return { step: "checking", attempt, call: on, choice, tries, resting: tries >= maxTries, round };
    }
  }
}
