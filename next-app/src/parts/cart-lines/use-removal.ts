"use client";

import { useEffect, useState } from "react";
import type { Cart } from "@/api/types";
import { loadRemoval, saveRemoval } from "./last-removal";
import type { Removal } from "./undo-state";

/**
 * What the shopper removed last on this page. An empty cart also offers what another page removed, because removing the
 * last line at checkout leads to the cart.
 */
export function useRemoval({ cartEmpty }: Pick<Cart, "cartEmpty">) {
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

  return [removal, note] as const;
}
