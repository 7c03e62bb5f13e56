/**
 * What a page notes with its entry of the browser's history: Back and reload find it again, and a page that is opened
 * anew has an entry of its own and begins with nothing.
 */
export function readEntry<T>(key: string): T | null {
  const value = (window.history.state as Record<string, unknown> | null)?.[key];
  return (value as T | undefined) ?? null;
}

/** Changes a parameter of the address in place, for the router too; null takes it out. What else the entry has stays. */
export function writeQuery(name: string, value: string | null): void {
  const entry = window.history.state;
  const url = new URL(window.location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // The router takes an address over only with an entry that it has not written itself.
  window.history.replaceState(null, "", url);
  window.history.replaceState({ ...entry, ...window.history.state }, "");
}

/** Notes a value that JSON can carry. What the router keeps in the entry stays as it is. */
export function writeEntry(key: string, value: unknown): void {
  const entry = (window.history.state ?? {}) as Record<string, unknown>;
  if (JSON.stringify(entry[key]) === JSON.stringify(value)) return;
  window.history.replaceState({ ...entry, [key]: value }, "");
}
