"use client";

import { useEffect, useState } from "react";

/** A target on the page: an element by id, or a control by name. */
export type FocusTarget = { id: string } | { name: string };

/** Returns a function that moves focus to a target after the target is rendered. */
export function useMoveFocus(): (focusTarget: FocusTarget) => void {
  const [focusTarget, setPlace] = useState<FocusTarget | null>(null);
  useEffect(() => {
    if (focusTarget === null) return;
    const target =
      "id" in focusTarget
        ? document.getElementById(focusTarget.id)
        : document.querySelector<HTMLElement>(`[name="${CSS.escape(focusTarget.name)}"]`);
    target?.focus();
  }, [focusTarget]);
  return setPlace;
}
