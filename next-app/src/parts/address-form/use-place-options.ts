import { useMemo, useState } from "react";

type Place = { id: number; name: string };

/**
 * The options of a list of places as the inner HTML of its `select`, beginning with `first`, which chooses none. There
 * are hundreds, and as elements they would take most of the time in which the page is rendered and hydrated. The choice
 * that the page is rendered with is selected; React selects every later one.
 */
export function usePlaceOptions(first: string, places: Place[], chosen: string): { __html: string } {
  const [rendered] = useState(chosen);
  return useMemo(() => {
    const option = ({ id, name }: Place) =>
      `<option value="${id}"${String(id) === rendered ? " selected" : ""}>${escapeHtml(name)}</option>`;
    return { __html: `<option value="">${escapeHtml(first)}</option>${places.map(option).join("")}` };
  }, [first, places, rendered]);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
