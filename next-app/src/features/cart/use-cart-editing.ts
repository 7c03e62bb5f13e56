"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { Cart, CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { removalOf } from "@/parts/cart-lines/removal";
import { type Modified, notFound, useModify } from "@/parts/cart-lines/use-modify";
import type { useQuestion } from "@/parts/confirm-dialog/use-question";
import { cartTexts } from "@/text/areas/cart";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { useText } from "@/text/use-text";
import { type LinePlace, useRestoredFocus } from "./restored-focus";

/**
 * Changes and removes lines. Also stores which group is being edited, which error is shown, and whether to announce a
 * change.
 */
export function useCartEditing(
  cart: Cart,
  place: RefObject<HTMLElement | null>,
  ask: ReturnType<typeof useQuestion>["ask"],
) {
  const t = useText(cartTexts, cartRemoveTexts);
  const modify = useModify(ask);
  const followFocus = useRestoredFocus(place, cart);
  const [editing, setEditing] = useState<LinePlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  function confirmRemoval(group: CartGroup, items: CartItem[]): Promise<boolean> {
    return ask(removalOf(t, group, items));
  }

  /** Changes lines. If the pressed line leaves its list, focus moves to its new place or to a neighbouring line. */
  async function change(lines: CartModifyLine[], pressed: LinePlace): Promise<Modified> {
    followFocus(pressed);
    const modified = await modify(lines);
    followFocus(null);
    if (modified === "changed") setHasChanged(true);
    else if (modified !== "kept" && modified.status === notFound) {
      setEditing(null);
      setProblem(modified.message);
    }
    return modified;
  }

  function clearMessages() {
    setProblem(null);
    setHasChanged(false);
  }

  async function remove(group: CartGroup, item: CartItem) {
    clearMessages();
    if (!(await confirmRemoval(group, [item]))) return;
    const modified = await change([{ id: item.id, quantity: 0 }], { id: item.id, removed: false });
    if (modified !== "changed" && modified !== "kept") setProblem(modified.message);
  }

  /** Opens the dialog of a group. `removed` means that a revision removed it from the cart. */
  function edit(group: CartGroup, removed: boolean) {
    const [first] = group.items;
    if (!first) return;
    clearMessages();
    setEditing({ id: first.id, removed });
  }

  return {
    editing,
    problem,
    hasChanged,
    alert,
    confirmRemoval,
    change,
    remove,
    edit,
    closeEditing: () => setEditing(null),
  };
}
