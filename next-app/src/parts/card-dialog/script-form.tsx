"use client";

import { useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import type { EntryProps } from "./card-entry";
import { minFrameHeight } from "./frame-message";
import type { ProcessorForm } from "./processor-form";
import { formFailed, type StripeForm, showStripeForm } from "./stripe";

type Props = EntryProps & { form: Extract<ProcessorForm, { kind: "script" }> };

/** The elements of a processor's script. Of the processors with a script, the shop knows Stripe. */
export default function ScriptForm({ form, ready, handle, cardholderName, onMessage, onEscape }: Props) {
  const t = useText(paymentTexts);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<StripeForm | null>(null);
  const tell = useEffectEvent(onMessage);
  const escaped = useEffectEvent(() => onEscape?.());
  const { script, publicKey, sessionKey } = form;

  useEffect(() => {
    if (place.current === null) return;
    let isCurrent = true;
    const inForm = document.createElement("div");
    place.current.append(inForm);
    const failed = () => {
      if (isCurrent) tell({ type: "unavailable" });
    };
    showStripeForm({
      script,
      publicKey,
      clientSecret: sessionKey,
      place: inForm,
      onReady: () => {
        if (isCurrent) tell({ type: "ready", height: minFrameHeight });
      },
      onEscape: () => escaped(),
      onFailed: failed,
    }).then((opened) => {
      if (isCurrent) shown.current = opened;
      else opened.remove();
    }, failed);
    return () => {
      isCurrent = false;
      shown.current?.remove();
      shown.current = null;
      inForm.remove();
    };
  }, [script, publicKey, sessionKey]);

  useImperativeHandle(handle, () => ({
    focus: () => shown.current?.focus(),
    submit: () => {
      const confirmed = shown.current?.confirm(cardholderName) ?? Promise.resolve(formFailed);
      confirmed.then(onMessage);
    },
  }));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a border of its own in Stripe's form
    <div
      ref={place}
      role="group"
      aria-label={t("payment.frame-title")}
      className={classNames(!ready && "opacity-0")}
    />
  );
}
