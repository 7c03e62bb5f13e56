import { type FrameMessage, minFrameHeight } from "@/parts/card-dialog/frame-message";

export type CardForm = { processor: string; url: string; origin: string; sessionKey: string };

/** Reported if the form failed or did not load. Any other message comes from the server. */
export const formFailed = "form-failed";
export const unavailable = "unavailable";

type Told = string | null;
type Shared = { told: Told; round: number; ready: boolean; height: number };

/** The page that changes a card, as a state machine: no card is sent twice, and a refused one leads to a new form. */
export type ChangeCardState =
  | ({ step: "opening" | "unavailable" | "changed" } & Shared)
  | ({ step: "form" | "sending" | "saving"; form: CardForm } & Shared);

export type ChangeCardEvent =
  | { type: "opened"; form: CardForm }
  | { type: "refused"; told: string }
  | { type: "changed" }
  | { type: "heard"; message: FrameMessage }
  | { type: "silent" }
  | { type: "send" }
  | { type: "retry" };

export const opening: ChangeCardState = {
  step: "opening",
  told: null,
  round: 0,
  ready: false,
  height: minFrameHeight,
};

export function next(state: ChangeCardState, event: ChangeCardEvent): ChangeCardState {
  switch (event.type) {
    case "opened":
      return state.step === "opening" ? { ...state, step: "form", form: event.form } : state;
    case "refused":
      if (state.step === "opening") return { ...anew(state, event.told), step: "unavailable" };
      return state.step === "saving" ? anew(state, event.told) : state;
    case "silent":
      if (state.step === "sending") return anew(state, formFailed);
      return state.step === "form" && !state.ready
        ? { ...anew(state, unavailable), step: "unavailable" }
        : state;
    case "changed":
      return state.step === "saving" ? { ...anew(state, null), step: "changed" } : state;
    case "send":
      return state.step === "form" && state.ready ? { ...state, step: "sending", told: null } : state;
    case "retry":
      return state.step === "unavailable" ? anew(state, null) : state;
    case "heard":
      return state.step === "form" || state.step === "sending" ? afterHearing(state, event.message) : state;
  }
}

function afterHearing(
  state: Extract<ChangeCardState, { step: "form" | "sending" | "saving" }>,
  message: FrameMessage,
): ChangeCardState {
  switch (message.type) {
    case "ready":
      return { ...state, step: "form", ready: true, height: message.height };
    case "resize":
      return { ...state, height: message.height };
    case "cardAccepted":
      return { ...state, step: "saving" };
    case "cardError":
      return message.reason === "invalid" ? { ...state, step: "form" } : anew(state, formFailed);
  }
}

/** A new form, and a new frame even if the address is the same. */
function anew({ round }: ChangeCardState, told: Told): ChangeCardState {
  return { step: "opening", told, round: round + 1, ready: false, height: minFrameHeight };
}
