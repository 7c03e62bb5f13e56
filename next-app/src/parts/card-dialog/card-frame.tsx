"use client";

import { useImperativeHandle, useRef } from "react";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import type { EntryProps } from "./card-entry";
import type { ProcessorForm } from "./processor-form";
import { useFrameMessages } from "./use-frame-messages";

type Props = EntryProps & { form: Extract<ProcessorForm, { kind: "frame" }> };

/** A page of the processor in a frame. */
export function CardFrame({ form, ready, height, handle, onMessage, onEscape }: Props) {
  const t = useText(paymentTexts);
  const frame = useRef<HTMLIFrameElement>(null);
  const { url, origin, sessionKey } = form;
  useFrameMessages({ ...form, frame }, onMessage, onEscape);
  useImperativeHandle(
    handle,
    () => ({
      focus: () => frame.current?.focus(),
      submit: () => {
        const message = { source: "midway-shop", type: "submit", sessionKey };
        frame.current?.contentWindow?.postMessage(message, origin);
      },
    }),
    [origin, sessionKey],
  );
  return (
    <iframe
      ref={frame}
      title={t("payment.frame-title")}
      src={url}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="origin"
      style={{ height }}
      className={classNames("-mx-1 block w-[calc(100%+0.5rem)] border-0", !ready && "opacity-0")}
    />
  );
}
