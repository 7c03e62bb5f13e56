"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { type FieldPlace, type FormMessage, parseFrameMessage } from "./frame-message";

type Frame = {
  processor: string;
  /** The form's origin. */
  origin: string;
  sessionKey: string;
  frame: RefObject<HTMLIFrameElement | null>;
};

/**
 * Receives messages from the processor's form and ignores all others. A field that the form refuses is scrolled into
 * view. `escaped` is called when Escape was pressed in the form.
 */
export function useFrameMessages(
  { processor, origin, sessionKey, frame }: Frame,
  received: (message: FormMessage) => void,
  escaped?: () => void,
) {
  const receive = useEffectEvent((event: MessageEvent) => {
    const window = frame.current?.contentWindow;
    const message = parseFrameMessage(event, { processor, origin, sessionKey, window });
    if (message?.type === "escape") escaped?.();
    else if (message) received(message);
    if (message?.type === "cardError" && message.field && frame.current)
      showField(frame.current, message.field);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
}

/** Scrolls a field of the form into view. The page cannot reach the field, so it scrolls to a mark at its place. */
function showField(frame: HTMLIFrameElement, { top, height }: FieldPlace) {
  const mark = document.createElement("span");
  Object.assign(mark.style, { position: "absolute", top: `${top}px`, height: `${height}px` });
  frame.parentElement?.append(mark);
  mark.scrollIntoView({ block: "nearest" });
  mark.remove();
}
