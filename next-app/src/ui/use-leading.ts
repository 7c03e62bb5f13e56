"use client";

import { useEffect, useState } from "react";

/** A place of the page: an element by its id, or a control by its name. */
export type Place = { id: string } | { name: string };

/** Takes focus to a place of the page once it is drawn. */
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
