"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { CancellationQuote } from "@/api/types";

/** How long the choice must stay the same before it is asked about: several boxes are checked in a row. In milliseconds. */
const pause = 250;

export type Unit = { orderItemId: string; unit: number };

/** What these units would give back; null while it is asked for, or for no units. */
type Quoted = { quote: CancellationQuote } | { problem: string } | null;

/**
 * Asks what the chosen units would give back. Only the answer about the latest choice is shown. `again` asks once more,
 * for example because the amount has changed.
 */
export function useQuote(orderId: string, units: readonly Unit[]) {
  const [answered, setAnswered] = useState<{ about: string; quoted: Quoted }>({ about: "", quoted: null });
  const [round, setRound] = useState(0);
  const wanted = JSON.stringify(units);
  const about = `${round} ${wanted}`;
  useEffect(() => {
    const asked: Unit[] = JSON.parse(wanted);
    if (asked.length === 0) return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      const outcome = await call<CancellationQuote>((api) =>
        api.POST("/order/cancellation/{id}/quote", {
          params: { path: { id: orderId } },
          body: { units: asked },
        }),
      );
      const quoted: Quoted = outcome.ok ? { quote: outcome.answer } : { problem: outcome.message };
      if (isLatest) setAnswered({ about, quoted });
    }, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [orderId, wanted, about]);
  return {
    quoted: units.length > 0 && answered.about === about ? answered.quoted : null,
    again: () => setRound((before) => before + 1),
  };
}
