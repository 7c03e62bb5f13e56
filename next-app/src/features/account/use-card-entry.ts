"use client";

import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { EntryHandle } from "@/parts/card-dialog/card-entry";
import type { FormMessage } from "@/parts/card-dialog/frame-message";
import { useFormSilence } from "@/parts/card-dialog/use-form-silence";
import { type ChangeCardEvent, initialState, next } from "./change-card-state";

type Options<T> = {
  /** Opens the form, or reports why it cannot be opened. */
  open: () => Promise<ChangeCardEvent>;
  /** Uses the card of the session. Returns what has changed, or the event that reports why the card was refused. */
  save: (sessionKey: string) => Promise<{ saved: T } | ChangeCardEvent>;
  onSaved: (saved: T) => void;
};

/**
 * Collects a card outside of checkout. Runs the state machine of `change-card-state`: makes its API calls and handles the
 * messages of the processor's form.
 */
export function useCardEntry<T>({ open, save, onSaved }: Options<T>) {
  const [state, dispatch] = useReducer(next, initialState);
  const entry = useRef<EntryHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const { step, shownMessage } = state;
  const form = "form" in state ? state.form : null;

  const opened = useEffectEvent(open);
  useEffect(() => {
    if (step !== "opening") return;
    let current = true;
    opened().then((event) => {
      if (current) dispatch(event);
    });
    return () => {
      current = false;
    };
  }, [step]);

  const shown = state.step === "form" || state.step === "sending" ? { ...state, step: state.step } : null;
  useFormSilence(shown, () => dispatch({ type: "silent" }));

  const sendCard = useEffectEvent((sessionKey: string) => {
    save(sessionKey).then((answer) => {
      if ("type" in answer) return dispatch(answer);
      onSaved(answer.saved);
      dispatch({ type: "changed" });
    });
  });
  useEffect(() => {
    // The state machine enters this step only once per accepted card, so the card is sent only once.
    if (step === "saving" && form) sendCard(form.sessionKey);
  }, [step, form]);

  // If there is an error message, it receives focus. Otherwise the success message receives focus.
  useEffect(() => {
    if (shownMessage) alert.current?.focus();
    else if (step === "changed") done.current?.focus();
  }, [shownMessage, step]);

  function send() {
    if (step !== "form" || !state.ready || state.confirming) return;
    dispatch({ type: "send" });
    entry.current?.submit();
  }

  const receive = (message: FormMessage) => dispatch({ type: "message-received", message });
  const retry = () => dispatch({ type: "retry" });
  return { state, form, entry, alert, done, send, receive, retry };
}
