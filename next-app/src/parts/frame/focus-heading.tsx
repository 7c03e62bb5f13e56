"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * After a move to another page focus goes to its heading, as it would after a full load. A page opened in a modal
 * takes focus itself and gives it back, so coming back to the page below moves nothing.
 */
export function FocusHeading() {
  const path = usePathname();
  const page = useRef<string | null>(null);

  useEffect(() => {
    if (page.current === null) {
      page.current = path;
      return;
    }
    // A modal that is on its way out belongs to another path.
    const modal = document.querySelector<HTMLElement>("[data-route-modal]");
    const inModal = modal !== null && modal.dataset.routeModal === path;
    if (inModal || page.current === path) return;
    page.current = path;
    const heading = document.querySelector<HTMLElement>("#content h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [path]);

  return null;
}
