"use client";

import { useEffect, useState } from "react";
import { secondsHeld } from "./hold-state";

/** The remaining seconds of a hold, counting down below zero after its end; null if the cart has no hold. */
export function useSecondsHeld({ heldUntil, now }: { heldUntil?: string; now: string }): number | null {
  const atFirst = secondsHeld(heldUntil, now);
  const elapsed = useElapsedSeconds(`${heldUntil} ${now}`);
  return atFirst === null ? null : atFirst - elapsed;
}

/** Whole seconds since the browser first saw `what`. Uses only differences, so a wrong clock does not matter. */
function useElapsedSeconds(what: string): number {
  const [counted, setCounted] = useState({ what, seconds: 0 });
  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => {
      setCounted({ what, seconds: Math.max(0, Math.floor((Date.now() - begun) / 1000)) });
    }, 1000);
    return () => clearInterval(timer);
  }, [what]);
  return counted.what === what ? counted.seconds : 0;
}
