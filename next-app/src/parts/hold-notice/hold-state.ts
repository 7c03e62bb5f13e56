/**
 * How long the cart's places are still held. The time is computed from two instants of the server, so that a wrong
 * browser clock does not matter.
 */
export type HoldState = { kind: "held"; minutes: number; urgency: Urgency } | { kind: "lapsed" };

/** `five-minutes` and `last-minute` are announced. */
export type Urgency = "calm" | "five-minutes" | "last-minute";

/** Seconds from `now` to the deadline, at least zero; null if nothing is held. */
export function secondsHeld(heldUntil: string | undefined, now: string): number | null {
  if (heldUntil === undefined) return null;
  const left = (Date.parse(heldUntil) - Date.parse(now)) / 1000;
  return Number.isNaN(left) ? null : Math.max(0, left);
}

/**
 * Whether the hold is in its last 330 seconds. The cart is read again when that time begins, because the first
 * announcement, at 300 seconds, says whether the hold can be extended.
 */
export function needsFreshRead(secondsLeft: number): boolean {
  return secondsLeft > 0 && secondsLeft <= 330;
}

export function holdState(secondsLeft: number): HoldState {
  if (secondsLeft <= 0) return { kind: "lapsed" };
  const urgency = secondsLeft <= 60 ? "last-minute" : secondsLeft <= 300 ? "five-minutes" : "calm";
  return { kind: "held", minutes: Math.ceil(secondsLeft / 60), urgency };
}
