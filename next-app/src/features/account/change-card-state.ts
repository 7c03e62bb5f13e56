import { type FormMessage, minFrameHeight } from "@/parts/card-dialog/frame-message";
import type { ProcessorForm } from "@/parts/card-dialog/processor-form";

/** The ids of the messages shown if the form failed or did not load. All other messages are texts of the server. */
export const formFailed = "form-failed";
export const unavailable = "unavailable";

type ShownMessage = string | null;
/** `confirming`: the card's bank asks the shopper in the form to confirm. */
type Shared = {
  shownMessage: ShownMessage;
  round: number;
  ready: boolean;
  confirming: boolean;
  height: number;
};

/** The page that changes a card, as a state machine: no card is sent twice, and a refused card opens a new form. */
export type ChangeCardState =
  | ({ step: "opening" | "unavailable" | "changed" } & Shared)
  | ({ step: "form" | "sending" | "saving"; form: ProcessorForm } & Shared);

export type ChangeCardEvent =
  | { type: "opened"; form: ProcessorForm }
  | { type: "refused"; shownMessage: string }
  | { type: "changed" }
  | { type: "message-received"; message: FormMessage }
  | { type: "silent" }
  | { type: "send" }
  | { type: "retry" };

export const initialState: ChangeCardState = {
  step: "opening",
  shownMessage: null,
  round: 0,
  ready: false,
  confirming: false,
  height: minFrameHeight,
};

export function next(state: ChangeCardState, event: ChangeCardEvent): ChangeCardState {
  switch (event.type) {
    case "opened":
      return state.step === "opening" ? { ...state, step: "form", form: event.form } : state;
    case "refused":
      if (state.step === "opening") return { ...restarted(state, event.shownMessage), step: "unavailable" };
      return state.step === "saving" ? restarted(state, event.shownMessage) : state;
    case "silent":
      if (state.step === "sending") return restarted(state, formFailed);
      return state.step === "form" && !state.ready ? away(state) : state;
    case "changed":
      return state.step === "saving" ? { ...restarted(state, null), step: "changed" } : state;
    case "send":
      return state.step === "form" && state.ready && !state.confirming
        ? { ...state, step: "sending", shownMessage: null }
        : state;
    case "retry":
      return state.step === "unavailable" ? restarted(state, null) : state;
    case "message-received":
      return state.step === "form" || state.step === "sending"
        ? afterFormMessage(state, event.message)
        : state;
  }
}

function afterFormMessage(
  state: Extract<ChangeCardState, { step: "form" | "sending" | "saving" }>,
  message: FormMessage,
): ChangeCardState {
  switch (message.type) {
    case "ready":
      return { ...state, step: "form", ready: true, confirming: false, height: message.height };
    case "resize":
      return { ...state, height: message.height };
    case "challenge":
      return { ...state, step: "form", confirming: true };
    case "cardAccepted":
      return { ...state, step: "saving" };
    case "declined":
      return { ...state, step: "form", confirming: false, shownMessage: message.message };
    case "unavailable":
      return away(state);
    case "cardError":
      return message.reason === "invalid"
        ? { ...state, step: "form", confirming: false }
        : restarted(state, formFailed);
  }
}

function away(state: ChangeCardState): ChangeCardState {
  return { ...restarted(state, unavailable), step: "unavailable" };
}

/** Opens a new form. The new `round` creates a new frame even if the address of the form has not changed. */
function restarted({ round }: ChangeCardState, shownMessage: ShownMessage): ChangeCardState {
  return {
    step: "opening",
    shownMessage,
    round: round + 1,
    ready: false,
    confirming: false,
    height: minFrameHeight,
  };
}
