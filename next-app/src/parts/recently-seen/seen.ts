import type { PictureProps } from "@/ui/picture";

/** A product that the visitor has opened. */
export type Seen = { path: string; name: string; picture: PictureProps["picture"] | null };

const storageKey = "midway.recently-seen";

/** The most products that are remembered. */
const maxSeen = 4;

const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored text; the same text means the same products. A browser without storage remembers nothing. */
export function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? "[]";
  } catch {
    return "[]";
  }
}

/** The products of a stored text, the latest first. What cannot be read is left out. */
export function seenIn(text: string): Seen[] {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.filter(isSeen).slice(0, maxSeen) : [];
  } catch {
    return [];
  }
}

function isSeen(item: unknown): item is Seen {
  if (typeof item !== "object" || item === null) return false;
  const { path, name } = item as Partial<Seen>;
  return typeof path === "string" && path.startsWith("/product/") && typeof name === "string";
}

/** Puts a product first. */
export function remember(item: Seen): void {
  store([item, ...without(item.path)]);
}

/** Removes a product that no longer exists. */
export function forget(path: string): void {
  const others = without(path);
  if (others.length < seenIn(stored()).length) store(others);
}

function without(path: string): Seen[] {
  return seenIn(stored()).filter((item) => item.path !== path);
}

function store(items: Seen[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(items.slice(0, maxSeen)));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}
