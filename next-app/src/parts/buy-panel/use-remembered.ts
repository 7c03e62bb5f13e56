"use client";

import { useEffect, useRef } from "react";
import type { Variant } from "@/api/types";
import { type PickerEvent, type PickerState, wanted } from "@/parts/performance-picker/picker-state";
import { type Remembered, replay, toRemember } from "@/parts/performance-picker/remembered";
import type { Quantities } from "./order-state";

/** The choices on a product's page, kept with their entry of the browser's history: Back and reload find them again. */
type Memory = { productId: string; picker: Remembered | null; counts: Record<string, number> };

const key = "midwayChoices";

type Input = {
  /** Null for a choice that is over once it is made: nothing of it is noted. */
  productId: string | null;
  state: PickerState;
  variants: Variant[] | null;
  quantities: Quantities;
  dispatch: (event: PickerEvent) => void;
  setQuantities: (quantities: Quantities) => void;
};

/**
 * Repeats the choices of an earlier visit to this entry of the history, one answer of the server after another, and
 * notes the present ones. A page that is opened anew has an entry of its own and begins with nothing. The returned
 * function ends the repeating: whoever chooses meanwhile is not overruled.
 */
export function useRemembered(input: Input): () => void {
  const { productId, state, variants, quantities, dispatch, setQuantities } = input;
  /** Undefined until the history was asked, null when nothing is left to repeat. */
  const left = useRef<Memory | null | undefined>(undefined);

  useEffect(() => {
    if (productId === null) return;
    if (left.current === undefined) left.current = read(productId);
    const memory = left.current;
    if (memory === null) {
      write({ productId, picker: toRemember(state), counts: countsOf(quantities) });
      return;
    }
    const event = memory.picker ? replay(state, memory.picker) : null;
    if (event !== null) {
      dispatch(event);
      return;
    }
    if (wanted(state) !== null) return;
    left.current = null;
    if (variants === null) return;
    const offered = variants.map((variant) => variant.extProductVariantId);
    const counts = Object.entries(memory.counts).filter(([id]) => offered.includes(id));
    if (counts.length === 0) return;
    setQuantities(Object.fromEntries(counts.map(([id, value]) => [id, { value, typed: null }])));
  }, [productId, state, variants, quantities, dispatch, setQuantities]);

  return () => {
    left.current = null;
  };
}

function countsOf(quantities: Quantities): Record<string, number> {
  return Object.fromEntries(
    Object.entries(quantities)
      .map(([id, { value }]): [string, number] => [id, value])
      .filter(([, value]) => value > 0),
  );
}

function read(productId: string): Memory | null {
  const memory = (window.history.state as Record<string, unknown> | null)?.[key] as Memory | undefined;
  return memory?.productId === productId ? memory : null;
}

function write(memory: Memory): void {
  const entry = (window.history.state ?? {}) as Record<string, unknown>;
  if (JSON.stringify(entry[key]) === JSON.stringify(memory)) return;
  if (!(key in entry) && memory.picker === null && Object.keys(memory.counts).length === 0) return;
  // What the router keeps in the entry stays as it is.
  window.history.replaceState({ ...entry, [key]: memory }, "");
}
