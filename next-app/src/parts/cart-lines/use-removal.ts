"use client";

import { useEffect, useState } from "react";
import type { Cart } from "@/api/types";
import { loadRemoval, saveRemoval } from "./last-removal";
import type { Removal } from "./undo-state";

/**
 * What the shopper removed last on this page, until the cart changes again, on any page. An empty cart also offers what
 * another page removed, because removing the last line at checkout leads to the cart.
 */
export function useRemoval({ cartEmpty, lastRemoved }: Pick<Cart, "cartEmpty" | "lastRemoved">) {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [wasEmpty] = useState(cartEmpty);
  useEffect(() => {
    if (wasEmpty) setRemoval(loadRemoval());
    else saveRemoval(null);
  }, [wasEmpty]);

  function note(next: Removal | null): void {
    saveRemoval(next);
    setRemoval(next);
  }

  // The server keeps removed lines only until the next change of the cart.
  const isKept = removal?.lines.every(({ id }) => lastRemoved.includes(id));
  return [isKept || removal?.problem ? removal : null, note] as const;
}
