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
