import { type RefObject, useEffect, useRef } from "react";
import type { Cart } from "@/api/types";
import { removedKey } from "@/parts/previous-cart/previous-state";

/** A line in the cart or in the list of removed lines. */
export type LinePlace = { id: string; removed: boolean };

/**
 * Moves focus when the focused line leaves its list: to the new place of the line, or else to a neighbouring line, or
 * else to the heading. Returns a function. Call it with the focused line before the change, and with null after the
 * change.
 */
export function useRestoredFocus(place: RefObject<HTMLElement | null>, cart: Cart) {
  const leaving = useRef<{ id: string; key: string; order: string[] } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed cart renders different lines
  useEffect(() => {
    const left = leaving.current;
    const line = (key: string) => place.current?.querySelector<HTMLElement>(`[data-line="${key}"]`);
    if (left === null || line(left.key)) return;
    leaving.current = null;
    const next = lineAfter(left.order, left.key);
    const target = line(left.id) ?? (next === null ? null : line(next));
    (target ?? document.getElementById("cart-empty") ?? place.current?.querySelector("h1"))?.focus();
  }, [cart, place]);

  return (pressed: LinePlace | null) => {
    const lines = place.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [];
    const order = [...lines].map((line) => line.dataset.line ?? "");
    leaving.current = pressed && {
      id: pressed.id,
      key: pressed.removed ? removedKey(pressed) : pressed.id,
      order,
    };
  };
}

/**
 * The line that receives focus when `left` leaves the list: the line after it, or else the line before it, or else
 * null.
 */
export function lineAfter(before: string[], left: string): string | null {
  const place = before.indexOf(left);
  const rest = before.filter((id) => id !== left);
  return rest[Math.min(Math.max(place, 0), rest.length - 1)] ?? null;
}
