"use client";

import { type Dispatch, useEffect, useRef } from "react";
import { readEntry, writeEntry } from "@/lib/history-entry";
import { type BuilderEvent, type BuilderState, type Chosen, chosenIn } from "./bundle-state";

/** The choices in the builder, kept with their entry of the browser's history. */
type Memory = { bundleId: string; date: string | null; chosen: Chosen[]; open: string | null };

const key = "midwayBundle";

/** Takes up the choices of an earlier visit to this entry of the history, and notes the present ones. */
export function useRemembered(
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

/** What was typed and is no number is not taken up again. */
function wellFormed(chosen: Chosen): Chosen {
  const variants = chosen.variants.filter(({ quantity }) => quantity.value > 0);
  return {
    ...chosen,
    variants: variants.map((one) => ({ ...one, quantity: { ...one.quantity, typed: null } })),
  };
}
