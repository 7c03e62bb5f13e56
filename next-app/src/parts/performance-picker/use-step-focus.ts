"use client";

import { useEffect, useRef } from "react";
import { showFocused } from "@/lib/show-focused";

/**
 * Keeps the focus in the picker when the pressed button disappears: on the picker, then on the step that
 * opens or on the problem. A picker that the shopper has not touched takes no focus.
 */
export function useStepFocus(openKey: string | null, touched: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(openKey);
  useEffect(() => {
    if (before.current === openKey) return;
    before.current = openKey;
    if (!touched) return;
    const picker = place.current;
    const lost = document.activeElement === document.body || document.activeElement === picker;
    if (!picker || !lost) return;
    const heading =
      picker.querySelector<HTMLElement>("[data-trouble]") ??
      picker.querySelector<HTMLElement>("[data-open-step]");
    if (heading) showFocused(heading);
    else picker.focus({ preventScroll: true });
  }, [openKey, touched]);
  return place;
}
