"use client";

import { type Dispatch, useEffect, useRef } from "react";
import { readEntry, writeEntry } from "@/lib/history-entry";
import { type BuilderEvent, type BuilderState, type Chosen, chosenIn } from "./bundle-state";

/** The choices in the builder, stored in the browser history entry. */
type StoredChoices = { bundleId: string; date: string | null; chosen: Chosen[]; open: string | null };

const key = "midwayBundle";

/**
 * Restores the choices of an earlier visit to this history entry, and stores the current ones. Without such choices,
 * `day` is chosen.
 */
export function useStoredChoices(
  bundleId: string,
  dates: string[],
  day: string | null,
  state: BuilderState,
  dispatch: Dispatch<BuilderEvent>,
): void {
  const returned = useRef(false);

  useEffect(() => {
    const isFirst = !returned.current;
    const stored = isFirst ? readEntry<StoredChoices>(key) : null;
    returned.current = true;
    if (stored?.bundleId === bundleId) {
      const date = stored.date !== null && dates.includes(stored.date) ? stored.date : null;
      dispatch({ type: "returned", date, carried: stored.chosen, open: stored.open });
      return;
    }
    if (isFirst && day !== null && dates.includes(day)) {
      dispatch({ type: "returned", date: day, carried: [], open: null });
      return;
    }
    const chosen = chosenIn(state).map(wellFormed);
    if (state.date === null && chosen.length === 0 && readEntry(key) === null) return;
    writeEntry(key, { bundleId, date: state.date, chosen, open: state.open } satisfies StoredChoices);
  }, [bundleId, dates, day, state, dispatch]);
}

/** Stores only positive quantities, and only as numbers, so that invalid typed text is not restored. */
function wellFormed(chosen: Chosen): Chosen {
  const variants = chosen.variants.filter(({ quantity }) => quantity.value > 0);
  return {
    ...chosen,
    variants: variants.map((one) => ({ ...one, quantity: { ...one.quantity, typed: null } })),
  };
}
