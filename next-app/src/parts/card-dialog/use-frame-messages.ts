"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { type FrameMessage, readFrameMessage } from "./frame-message";

type Frame = {
  processor: string;
  /** Where the form is; null while there is none. */
  origin: string | null;
  sessionKey: string | null;
  frame: RefObject<HTMLIFrameElement | null>;
};

/** Hears what the processor's form says, and nobody else. */
export function useFrameMessages(
  { processor, origin, sessionKey, frame }: Frame,
  heard: (message: FrameMessage) => void,
) {
  const hear = useEffectEvent((event: MessageEvent) => {
    if (origin === null || sessionKey === null) return;
    const window = frame.current?.contentWindow;
    const message = readFrameMessage(event, { processor, origin, sessionKey, window });
    if (message) heard(message);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
}

/** A form that has not drawn itself by then is not coming. */
const formSilenceMs = 20_000;
/** Longer than any processor takes to look at a card number. */
const submitSilenceMs = 45_000;

/** Tells when a form that is awaited, to be there or to answer, has been silent for too long. */
export function useFrameSilence(awaited: "form" | "answer" | null, silent: () => void) {
  const tell = useEffectEvent(silent);
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => tell(), awaited === "form" ? formSilenceMs : submitSilenceMs);
    return () => clearTimeout(timer);
  }, [awaited]);
}
