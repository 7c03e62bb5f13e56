"use client";

import { useEffect, useEffectEvent } from "react";
import type { ProcessorForm } from "./processor-form";

/** A form that is not ready after this time is treated as failed. */
const formSilenceMs = 20_000;
/** The longest wait for the check of a card number, which normally takes much less time. */
const submitSilenceMs = 45_000;

type Shown = { step: "form" | "sending"; form: ProcessorForm; ready: boolean };

/**
 * Reports that an expected message (the form is ready, or the card was checked) did not arrive in time. A script is
 * given all the time it needs for a card: the cardholder may be on the bank's page.
 */
export function useFormSilence(shown: Shown | null, silent: () => void) {
  const tell = useEffectEvent(silent);
  const awaited = shown === null ? null : awaitedMs(shown);
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => tell(), awaited);
    return () => clearTimeout(timer);
  }, [awaited]);
}

function awaitedMs({ step, form, ready }: Shown): number | null {
  if (step === "sending") return form.kind === "frame" ? submitSilenceMs : null;
  return ready ? null : formSilenceMs;
}
