"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Cart, CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { takeUpdatedLine } from "@/flow/updated-line";
import { removalOf } from "@/parts/cart-lines/removal";
import { refused, removalBy } from "@/parts/cart-lines/undo-state";
import { type Modified, notFound, useModify } from "@/parts/cart-lines/use-modify";
import { useRemoval } from "@/parts/cart-lines/use-removal";
import type { useQuestion } from "@/parts/confirm-dialog/use-question";
import { cartTexts } from "@/text/areas/cart";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { placeTexts } from "@/text/areas/place";
import { useText } from "@/text/use-text";
import { editedGroup, endedOffers } from "./cart-editing";
import { type LinePlace, useRestoredFocus } from "./restored-focus";

/**
 * Changes and removes lines, and puts removed lines back. Also stores which group is being edited, what was removed
 * last, which lines were updated last, which error is shown, and what to announce.
 */
export function useCartEditing(
  cart: Cart,
  place: RefObject<HTMLElement | null>,
  ask: ReturnType<typeof useQuestion>["ask"],
) {
  const t = useText(cartTexts, cartRemoveTexts, placeTexts);
  const modify = useModify(ask);
  const followFocus = useRestoredFocus(place, cart);
  const [editing, setEditing] = useState<LinePlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const [removal, setRemoval] = useRemoval(cart);
  /** The lines that "Update cart" changed last, here or in the bundle builder, and that stay in the cart. */
  const [updated, setUpdated] = useState<string[]>([]);
  /** The names of the lines that were put back last. */
  const [putBack, setPutBack] = useState<string | null>(null);
  /** The cart before the last change. */
  const [before, setBefore] = useState<Cart | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  const isChanging = useRef(false);
  // A removal that waited for another change of the line is undone to what the line was after that change.
  const latest = useRef(cart);
  useLayoutEffect(() => {
    latest.current = cart;
  }, [cart]);
  // A different tab may remove what is being edited. A change from this page closes the dialog itself.
  const isGone = editing !== null && editedGroup(cart, editing) === undefined;
  useEffect(() => {
    if (!isGone || isChanging.current) return;
    setEditing(null);
    setProblem(t("cart-remove.gone"));
  }, [isGone, t]);

  // The notice is in the first picture that the browser shows of the page.
  useLayoutEffect(() => {
    const line = takeUpdatedLine();
    if (line === null) return;
    setUpdated([line]);
    setHasChanged(true);
  }, []);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  function confirmRemoval(group: CartGroup, items: CartItem[]): Promise<boolean> {
    return ask(removalOf(t, cart, group, items));
  }

  /** Changes lines. If the pressed line leaves its list, focus moves to its new place or to a neighbouring line. */
  async function change(
    lines: CartModifyLine[],
    pressed: LinePlace,
    options?: { quiet?: boolean },
  ): Promise<Modified> {
    followFocus(pressed);
    const removing = removalBy(t, latest.current, lines);
    isChanging.current = true;
    const modified = await modify(lines, options);
    isChanging.current = false;
    followFocus(null);
    if (modified === "changed") {
      setEditing(null);
      setHasChanged(true);
      setPutBack(null);
      setRemoval(removing);
      setUpdated(options?.quiet ? [] : lines.flatMap(({ id, quantity }) => (quantity > 0 ? [id] : [])));
      setBefore(cart);
    } else if (modified !== "kept" && modified.status === notFound) {
      setEditing(null);
      setProblem(modified.message);
    }
    return modified;
  }

  function clearMessages() {
    setProblem(null);
    setHasChanged(false);
    setRemoval(null);
    setUpdated([]);
    setPutBack(null);
    setBefore(null);
  }

  /** Puts the lines that were removed last back into the cart, if their places are still available. */
  async function undo() {
    if (removal === null) return;
    // Like a line that is restored from the list of removed lines, the line gets the focus when it appears in the cart.
    followFocus({ id: removal.lines[0]?.id ?? "", removed: true });
    const modified = await modify(removal.lines);
    followFocus(null);
    if (modified === "kept") return;
    if (modified === "changed") {
      setHasChanged(true);
      setRemoval(null);
      setUpdated([]);
      setBefore(null);
      setPutBack(removal.names);
      return;
    }
    setRemoval(refused(t, removal, modified));
  }

  /** Changes the quantity of a line in its row. */
  function changeQuantity(item: CartItem, quantity: number): Promise<Modified> {
    setProblem(null);
    return change([{ id: item.id, quantity }], { id: item.id, removed: false }, { quiet: true });
  }

  /** Removes a line, which can be put back. Resolves to false if the line stays. */
  async function remove(item: CartItem): Promise<boolean> {
    clearMessages();
    const modified = await change([{ id: item.id, quantity: 0 }], { id: item.id, removed: false });
    if (modified !== "changed" && modified !== "kept") setProblem(modified.message);
    return modified === "changed";
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
    removal,
    updated,
    putBack,
    /** The names of the offers that the last change ended for a line. */
    endedOffers: (item: CartItem) => (before ? endedOffers(before, item) : []),
    alert,
    confirmRemoval,
    change,
    changeQuantity,
    remove,
    undo,
    edit,
    closeEditing: () => setEditing(null),
  };
}
