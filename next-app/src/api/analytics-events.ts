import type { AnalyticsEvent } from "./types";

/** Analytics events in API responses, for listeners that forward them. Events without a listener are dropped. */
type Listener = (event: AnalyticsEvent) => void;

const listeners = new Set<Listener>();

export function onAnalyticsEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes the analytics event of a response, if it has one, to the listeners. */
export function publishEventOf(answer: unknown): void {
  const event = (answer as { analyticsEvent?: AnalyticsEvent } | null)?.analyticsEvent;
  if (typeof event?.category !== "string") return;
  for (const listener of listeners) listener(event);
}
