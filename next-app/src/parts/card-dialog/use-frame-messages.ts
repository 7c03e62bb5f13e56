"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { type FormMessage, parseFrameMessage } from "./frame-message";

type Frame = {
  processor: string;
  /** The form's origin; null without a form. */
  origin: string | null;
  sessionKey: string | null;
  frame: RefObject<HTMLIFrameElement | null>;
};

/**
 * Receives messages from the processor's form and ignores all others. `escaped` is called when Escape was pressed in the
 * form.
 */
export function useFrameMessages(
  { processor, origin, sessionKey, frame }: Frame,
  received: (message: FormMessage) => void,
  escaped?: () => void,
) {
  const receive = useEffectEvent((event: MessageEvent) => {
    if (origin === null || sessionKey === null) return;
    const window = frame.current?.contentWindow;
    const message = parseFrameMessage(event, { processor, origin, sessionKey, window });
    if (message?.type === "escape") escaped?.();
    else if (message) received(message);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
}

/** A form that is not ready after this time is treated as failed. */
const formSilenceMs = 20_000;
/** The longest wait for the check of a card number, which normally takes much less time. */
const submitSilenceMs = 45_000;

/** Reports that an expected message (the form is ready, or the card was checked) did not arrive in time. */
export function useFrameSilence(awaited: "form" | "answer" | null, silent: () => void) {
  const tell = useEffectEvent(silent);
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => tell(), awaited === "form" ? formSilenceMs : submitSilenceMs);
    return () => clearTimeout(timer);
  }, [awaited]);
}
