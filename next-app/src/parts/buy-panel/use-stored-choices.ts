"use client";

import { useEffect, useRef } from "react";
import type { Variant } from "@/api/types";
import { readEntry, writeEntry } from "@/lib/history-entry";
import { nextQuestion, type PickerEvent, type PickerState } from "@/parts/performance-picker/picker-state";
import {
  replay,
  type StoredChoices,
  toStoredChoices,
  withoutSeats,
} from "@/parts/performance-picker/stored-choices";
import type { Quantities } from "./order-state";

/** Choices as ids and counts only, without prices. */
export type Choices = {
  picker: StoredChoices | null;
  counts: Record<string, number>;
};

/** The choices on a product's page, stored in the browser history entry. */
type StoredPanel = Choices & { productId: string };

const key = "midwayChoices";

type Input = {
  /**
   * The id of the product; null if the choices are not stored, because they are not needed after the items were added.
   */
  productId: string | null;
  /** The day to choose if no choices are stored. */
  day: string | null;
  state: PickerState;
  variants: Variant[] | null;
  quantities: Quantities;
  dispatch: (event: PickerEvent) => void;
  setQuantities: (quantities: Quantities) => void;
};

type Repeating = {
  /** Stops restoring when the shopper makes a choice. */
  stop: () => void;
  /** Makes these choices again after the shopper reset the picker. */
  again: (choices: Choices) => void;
  /**
   * Removes the seats from the stored choices after they were added to the cart, so that the browser's Back button does
   * not request them again.
   */
  forgetSeats: () => void;
};

/** Only a day is chosen. */
function onDay(date: string): Choices {
  return { picker: { date, showId: null, performanceIds: [] }, counts: {} };
}

/**
 * Restores the choices stored in this history entry, step by step as the server's responses arrive. Afterwards stores
 * the current choices.
 */
export function useStoredChoices(input: Input): Repeating {
  const { productId, day, state, variants, quantities, dispatch, setQuantities } = input;
  /** The choices that are still to be restored; undefined before the history was read, null if none are left. */
  const left = useRef<Choices | null | undefined>(undefined);

  useEffect(() => {
    if (left.current === undefined) {
      left.current = (productId === null ? null : read(productId)) ?? (day === null ? null : onDay(day));
    }
    const stored = left.current;
    const store = () => {
      if (productId !== null) write({ productId, ...choicesOf(state, quantities) });
    };
    if (stored === null) return store();
    const event = stored.picker ? replay(state, stored.picker) : null;
    if (event !== null) {
      dispatch(event);
      return;
    }
    if (nextQuestion(state) !== null) return;
    left.current = null;
    const offered = variants?.map((variant) => variant.extProductVariantId) ?? [];
    const counts = Object.entries(stored.counts).filter(([id]) => offered.includes(id));
    // Without stored counts nothing changes any more, so the choices that were just made are stored now.
    if (counts.length === 0) return store();
    setQuantities(Object.fromEntries(counts.map(([id, value]) => [id, { value, typed: null }])));
  }, [productId, day, state, variants, quantities, dispatch, setQuantities]);

  return {
    stop() {
      left.current = null;
    },
    again(choices) {
      left.current = choices;
      setQuantities({});
    },
    forgetSeats() {
      const stored = productId === null ? null : read(productId);
      if (stored?.picker) write({ ...stored, picker: withoutSeats(stored.picker) });
    },
  };
}

export function choicesOf(state: PickerState, quantities: Quantities): Choices {
  return { picker: toStoredChoices(state), counts: countsOf(quantities) };
}

function countsOf(quantities: Quantities): Record<string, number> {
  return Object.fromEntries(
    Object.entries(quantities)
      .map(([id, { value }]): [string, number] => [id, value])
      .filter(([, value]) => value > 0),
  );
}

function read(productId: string): StoredPanel | null {
  const stored = readEntry<StoredPanel>(key);
  return stored?.productId === productId ? stored : null;
}

function write(stored: StoredPanel): void {
  const isEmpty = stored.picker === null && Object.keys(stored.counts).length === 0;
  if (isEmpty && readEntry(key) === null) return;
  writeEntry(key, stored);
}
