"use client";

import { useRef, useState } from "react";
import type { Modified } from "@/parts/cart-lines/use-modify";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";

/**
 * A quantity that is saved as it changes. A stepped quantity is saved at once and a typed one when it is complete. While
 * a call is running, only the latest quantity waits to be sent, so that fast presses are all counted. A refused quantity
 * returns to the saved one. A quantity that is typed while a call runs stays.
 */
export function useRowQuantity(
  saved: number,
  save: (quantity: number) => Promise<Modified>,
  remove: () => Promise<boolean>,
) {
  /** The quantity that differs from the saved one; null if none does. */
  const [draft, setDraft] = useState<Quantity | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = useRef<number | null>(null);
  const isSending = useRef(false);

  async function send(value: number) {
    waiting.current = value;
    if (isSending.current) return;
    isSending.current = true;
    while (waiting.current !== null) {
      const next: number = waiting.current;
      waiting.current = null;
      if (next === 0) await remove();
      else {
        const modified = await save(next);
        if (modified !== "changed" && modified !== "kept") {
          waiting.current = null;
          setProblem(modified.message);
        }
      }
    }
    isSending.current = false;
    // A quantity that is being typed meanwhile stays.
    setDraft((current) => (current?.typed == null ? null : current));
  }

  function set(quantity: Quantity) {
    setProblem(null);
    // An emptied field is no quantity: the saved one returns, and nothing is removed.
    const wasEmptied = draft?.typed != null && draft.typed.trim() === "";
    if (quantity.typed === null && wasEmptied && quantity.value === 0) return setDraft(null);
    if (quantity.typed === null && quantity.value === saved && !isSending.current) return setDraft(null);
    setDraft(quantity);
    if (quantity.typed === null) void send(quantity.value);
  }

  return {
    quantity: draft ?? { value: saved, typed: null },
    /** Why the shop refused the last quantity; null if it did not. */
    problem,
    set,
    /** Saves the typed quantity. */
    commit: () => draft && set({ value: draft.value, typed: null }),
  };
}
