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
    const begin = `<option value="${rendered}"`;
    const options = optionsOf(places).replace(begin, () => `${begin} selected`);
    return { __html: `<option value="">${escapeHtml(first)}</option>${options}` };
  }, [first, places, rendered]);
}

/** The options of each list. All pages of the app's server share the list of countries. */
const written = new WeakMap<Place[], string>();

function optionsOf(places: Place[]): string {
  const options =
    written.get(places) ??
    places.map(({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`).join("");
  written.set(places, options);
  return options;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
