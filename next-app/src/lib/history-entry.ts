/**
 * What a page notes with its entry of the browser's history: Back and reload find it again, and a page that is opened
 * anew has an entry of its own and begins with nothing.
 */
export function readEntry<T>(key: string): T | null {
  const value = (window.history.state as Record<string, unknown> | null)?.[key];
  return (value as T | undefined) ?? null;
}

/** Notes a value that JSON can carry. What the router keeps in the entry stays as it is. */
export function writeEntry(key: string, value: unknown): void {
  const entry = (window.history.state ?? {}) as Record<string, unknown>;
  if (JSON.stringify(entry[key]) === JSON.stringify(value)) return;
  window.history.replaceState({ ...entry, [key]: value }, "");
}
