"use client";

import { type Dispatch, useEffect, useRef } from "react";
import { readEntry, writeEntry } from "@/lib/history-entry";
import { type BuilderEvent, type BuilderState, type Chosen, chosenIn } from "./bundle-state";

/** The choices with which the builder opens. */
export type FirstChoices = { date: string | null; chosen: Chosen[] };

/** The choices in the builder, stored in the browser history entry. */
type StoredChoices = FirstChoices & { bundleId: string; open: string | null };

const key = "midwayBundleTimes";

/**
 * Restores the choices of an earlier visit to this history entry, and stores the current ones. Without such choices,
 * the builder opens with `first`.
 */
export function useStoredChoices(
  bundleId: string,
  dates: string[],
  first: FirstChoices,
  state: BuilderState,
  dispatch: Dispatch<BuilderEvent>,
): void {
  const returned = useRef(false);

  useEffect(() => {
    if (!returned.current) {
      returned.current = true;
      const stored = readEntry<StoredChoices>(key);
      const { date, chosen, open } = stored?.bundleId === bundleId ? stored : { ...first, open: null };
      const offered = date !== null && dates.includes(date) ? date : null;
      if (offered !== null || chosen.length > 0) {
        dispatch({ type: "returned", date: offered, carried: chosen, open });
        return;
      }
    }
    const chosen = chosenIn(state).map(wellFormed);
    if (state.date === null && chosen.length === 0 && readEntry(key) === null) return;
    writeEntry(key, { bundleId, date: state.date, chosen, open: state.open } satisfies StoredChoices);
  }, [bundleId, dates, first, state, dispatch]);
}

/** Stores only positive quantities, and only as numbers, so that invalid typed text is not restored. */
function wellFormed(chosen: Chosen): Chosen {
  const variants = chosen.variants.filter(({ quantity }) => quantity.value > 0);
  return {
    ...chosen,
    variants: variants.map((one) => ({ ...one, quantity: { ...one.quantity, typed: null } })),
  };
}
