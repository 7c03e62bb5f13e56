/**
 * How long the cart's places are still held. Counted from the two instants that the server sent, so that a browser
 * with a wrong clock counts right.
 */
export type HoldState = { kind: "held"; minutes: number; urgency: Urgency } | { kind: "lapsed" };

/** The two moments at which the time left is announced. */
export type Urgency = "calm" | "five-minutes" | "last-minute";

/** Seconds from `now` to the deadline, never below zero; null where nothing is held. */
export function secondsHeld(heldUntil: string | undefined, now: string): number | null {
  if (heldUntil === undefined) return null;
  const left = (Date.parse(heldUntil) - Date.parse(now)) / 1000;
  return Number.isNaN(left) ? null : Math.max(0, left);
}

/** A little before the first announcement, which says what can be done. */
export function looksAgain(secondsLeft: number): boolean {
  return secondsLeft > 0 && secondsLeft <= 330;
}

export function holdState(secondsLeft: number): HoldState {
  if (secondsLeft <= 0) return { kind: "lapsed" };
  const urgency = secondsLeft <= 60 ? "last-minute" : secondsLeft <= 300 ? "five-minutes" : "calm";
  return { kind: "held", minutes: Math.ceil(secondsLeft / 60), urgency };
}
