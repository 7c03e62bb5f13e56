import type { AnalyticsEvent } from "./types";

/** Events that answers carry, for whoever forwards them. Where nobody listens they are forgotten. */
type Listener = (event: AnalyticsEvent) => void;

const listeners = new Set<Listener>();

export function onAnalyticsEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands on the event of an answer that has one. */
export function announceEventOf(answer: unknown): void {
  const event = (answer as { analyticsEvent?: AnalyticsEvent } | null)?.analyticsEvent;
  if (typeof event?.category !== "string") return;
  for (const listener of listeners) listener(event);
}
