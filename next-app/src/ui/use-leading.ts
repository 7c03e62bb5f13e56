"use client";

import { useEffect, useState } from "react";

/** A target on the page: an element by id, or a control by name. */
export type Place = { id: string } | { name: string };

/** Returns a function that moves focus to a target once it is rendered. */
export function useLeading(): (place: Place) => void {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (place === null) return;
    const target =
      "id" in place
        ? document.getElementById(place.id)
        : document.querySelector<HTMLElement>(`[name="${CSS.escape(place.name)}"]`);
    target?.focus();
  }, [place]);
  return setPlace;
}
