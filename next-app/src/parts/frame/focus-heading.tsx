"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusPageHeading } from "@/ui/page-heading";

/**
 * Moves focus after a move to another page of the shop, with or without a full page load: to the element that the
 * address names, or else to the heading. A page in a modal handles focus itself, so closing it does not move the focus
 * here.
 */
export function FocusHeading() {
  const path = usePathname();
  const page = useRef<string | null>(null);

  useEffect(() => {
    if (page.current === null) {
      page.current = path;
      if (isArrival()) focusPageHeading({ preventScroll: true });
      return;
    }
    // A modal that is closing belongs to a different path.
    const modal = document.querySelector<HTMLElement>("[data-route-modal]");
    const inModal = modal !== null && modal.dataset.routeModal === path;
    if (inModal || page.current === path) return;
    page.current = path;
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named) named.focus();
    else focusPageHeading();
  }, [path]);

  return null;
}

/**
 * Whether another page of the shop opened this page with a full load, and nothing has focus yet. False if the page was
 * opened directly, by reload or by Back, or if its address has a fragment: the browser then sets the position itself.
 */
function isArrival(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isFromShop = document.referrer.startsWith(`${location.origin}/`);
  const { activeElement, body } = document;
  return load?.type === "navigate" && isFromShop && location.hash === "" && activeElement === body;
}
