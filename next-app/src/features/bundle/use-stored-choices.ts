"use client";

import { type Dispatch, useEffect, useRef } from "react";
import { readEntry, writeEntry } from "@/lib/history-entry";
import { type BuilderEvent, type BuilderState, type Chosen, chosenIn } from "./bundle-state";

/** The choices in the builder, stored in the browser history entry. */
type Memory = { bundleId: string; date: string | null; chosen: Chosen[]; open: string | null };

const key = "midwayBundle";

/** Restores the choices of an earlier visit to this history entry, and stores the current ones. */
export function useStoredChoices(
  bundleId: string,
  dates: string[],
  state: BuilderState,
  dispatch: Dispatch<BuilderEvent>,
): void {
  const returned = useRef(false);

  useEffect(() => {
    const memory = returned.current ? null : readEntry<Memory>(key);
    returned.current = true;
    if (memory?.bundleId === bundleId) {
      const date = memory.date !== null && dates.includes(memory.date) ? memory.date : null;
      dispatch({ type: "returned", date, carried: memory.chosen, open: memory.open });
      return;
    }
    const chosen = chosenIn(state).map(wellFormed);
    if (state.date === null && chosen.length === 0 && readEntry(key) === null) return;
    writeEntry(key, { bundleId, date: state.date, chosen, open: state.open } satisfies Memory);
  }, [bundleId, dates, state, dispatch]);
}

/** Stores only positive quantities, and only as numbers, so that invalid typed text is not restored. */
function wellFormed(chosen: Chosen): Chosen {
  const variants = chosen.variants.filter(({ quantity }) => quantity.value > 0);
  return {
    ...chosen,
    variants: variants.map((one) => ({ ...one, quantity: { ...one.quantity, typed: null } })),
  };
}
