"use client";

import { useLayoutEffect, useState } from "react";

/** A target on the page: an element by id, or a control by name. */
export type FocusTarget = { id: string } | { name: string };

/**
 * Returns a function that moves focus to a target as soon as the target is rendered. The page never shows the change
 * that moves the focus while keys still reach the element that had it.
 */
export function useMoveFocus(): (focusTarget: FocusTarget) => void {
  const [focusTarget, setPlace] = useState<FocusTarget | null>(null);
  useLayoutEffect(() => {
    if (focusTarget === null) return;
    const target =
      "id" in focusTarget
        ? document.getElementById(focusTarget.id)
        : document.querySelector<HTMLElement>(`[name="${CSS.escape(focusTarget.name)}"]`);
    target?.focus();
  }, [focusTarget]);
  return setPlace;
}
