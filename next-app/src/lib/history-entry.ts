/**
 * Values that a page stores in its browser history entry. Back and reload restore them. Navigating to the page creates
 * a new entry, which starts empty.
 */
export function readEntry<T>(key: string): T | null {
  const value = (window.history.state as Record<string, unknown> | null)?.[key];
  return (value as T | undefined) ?? null;
}

/** Changes a query parameter of the entry's address and informs the router; null removes it. Other data stays. */
export function writeQuery(name: string, value: string | null): void {
  const entry = window.history.state;
  const url = new URL(window.location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // The router notices a new address only if the entry does not contain the router's data. So the data is added
  // afterwards.
  window.history.replaceState(null, "", url);
  window.history.replaceState({ ...entry, ...window.history.state }, "");
}

/** Stores a JSON value in the entry. The router's own data stays. */
export function writeEntry(key: string, value: unknown): void {
  const entry = (window.history.state ?? {}) as Record<string, unknown>;
  if (JSON.stringify(entry[key]) === JSON.stringify(value)) return;
  window.history.replaceState({ ...entry, [key]: value }, "");
}
