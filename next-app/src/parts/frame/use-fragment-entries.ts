"use client";

import { useEffect } from "react";

/**
 * Gives the history entry of a link to a place in the page the router's data of the entry before it. The browser makes
 * such an entry without any data, and the router ignores Back to it, so that the dialog of a product would stay open.
 */
export function useFragmentEntries(): void {
  useEffect(() => {
    let before: unknown = null;
    const onClick = () => {
      before = window.history.state;
    };
    const onHashChange = () => {
      if (window.history.state === null && before !== null) window.history.replaceState(before, "");
    };
    window.addEventListener("click", onClick, { capture: true });
    window.addEventListener("hashchange", onHashChange);
    return () => {
      window.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("hashchange", onHashChange);
    };
  }, []);
}
