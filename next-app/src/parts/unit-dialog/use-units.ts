"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Cancelable } from "@/api/types";
import { type Chosen, cancelableUnits, chosenUnits, type Item, withUnits } from "./chosen";

type Loaded = { items: Item[] } | { problem: string } | null;

/**
 * The units of an order that can be canceled or exchanged, and which of them are chosen. `viewed` gives the lines as the
 * dialog shows them. `reload` reads them again, because they may have changed, for example in another tab.
 */
export function useUnits(orderId: string, viewed: (item: Item) => Item = (item) => item) {
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(new Set());

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` only starts the effect again.
  useEffect(() => {
    let isLatest = true;
    void (async () => {
      const path = { params: { path: { id: orderId } } };
      const outcome = await call<Cancelable>((api) => api.GET("/order/cancellation/{id}", path));
      if (isLatest) setLoaded(outcome.ok ? { items: outcome.answer.items } : { problem: outcome.message });
    })();
    return () => {
      isLatest = false;
    };
  }, [orderId, round]);

  const items = loaded && "items" in loaded ? loaded.items.map(viewed) : [];
  return {
    isLoading: loaded === null,
    problem: loaded && "problem" in loaded ? loaded.problem : null,
    items,
    isPossible: items.some((item) => cancelableUnits(item).length > 0),
    chosen,
    units: chosenUnits(items, chosen),
    choose: (item: Item, numbers: readonly number[], isChosen: boolean) =>
      setChosen(withUnits(chosen, item, numbers, isChosen)),
    reload: () => setRound((before) => before + 1),
  };
}
