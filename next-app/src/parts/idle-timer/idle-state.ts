/**
 * The idle timer as a pure state machine. It receives activity and the time, and decides when to warn, what to announce
 * and when the session ends.
 */
export type IdleState = {
  phase: "active" | "warning" | "over";
  lastActivityAt: number;
  /** Whole seconds until the end, during the warning. */
  secondsLeft: number;
  /** The current announcement: 120, 60 or 20 seconds left. */
  announced: number | null;
};

export type IdleEvent = { type: "activity"; at: number } | { type: "tick"; now: number };

const maxWarningSeconds = 120;
const minWarningSeconds = 20;
const announcements = [20, 60, 120];

/**
 * How many seconds before the end the warning opens: half of the session, but at least 20 and at most 120
 * seconds, and never more than the whole session.
 */
export function warningSeconds(timeoutSeconds: number): number {
  const half = Math.floor(timeoutSeconds / 2);
  return Math.min(timeoutSeconds, Math.max(minWarningSeconds, Math.min(maxWarningSeconds, half)));
}

export function startIdle(now: number): IdleState {
  return { phase: "active", lastActivityAt: now, secondsLeft: 0, announced: null };
}

export function idleState(state: IdleState, event: IdleEvent, timeoutSeconds: number): IdleState {
  // The page is already being left.
  if (state.phase === "over") return state;
  if (event.type === "activity") {
    return event.at > state.lastActivityAt ? startIdle(event.at) : state;
  }
  const idleMs = event.now - state.lastActivityAt;
  if (idleMs > timeoutSeconds * 1000) return { ...state, phase: "over", secondsLeft: 0 };
  const secondsLeft = Math.ceil(timeoutSeconds - idleMs / 1000);
  if (secondsLeft > warningSeconds(timeoutSeconds)) return state;
  const marks = announcements.filter((seconds) => seconds <= warningSeconds(timeoutSeconds));
  const due = marks.find((seconds) => secondsLeft <= seconds) ?? null;
  return { ...state, phase: "warning", secondsLeft, announced: due };
}

/** Formats seconds as `2:00`. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
