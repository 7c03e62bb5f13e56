"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusPageHeading } from "@/ui/page-heading";

/**
 * After a move to another page of the shop focus goes to its heading, whether the whole document was loaded for it or not. A page opened in
 * a modal takes focus itself and gives it back, so coming back to the page below moves nothing.
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
    // A modal that is on its way out belongs to another path.
    const modal = document.querySelector<HTMLElement>("[data-route-modal]");
    const inModal = modal !== null && modal.dataset.routeModal === path;
    if (inModal || page.current === path) return;
    page.current = path;
    focusPageHeading();
  }, [path]);

  return null;
}

/**
 * Whether another page of the shop has led here by a whole load, and nothing has the focus yet. A page that is opened, reloaded or gone back to
 * begins where the browser says, and so does a place of a page.
 */
function isArrival(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isFromShop = document.referrer.startsWith(`${location.origin}/`);
  const { activeElement, body } = document;
  return load?.type === "navigate" && isFromShop && location.hash === "" && activeElement === body;
}
