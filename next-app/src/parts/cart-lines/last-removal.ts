import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";
import type { Removal } from "./undo-state";

/** What was removed last, in the tab's storage: the page that removes the last line may redirect to another one. */
const name = "removal";

/** For how long a removal can be undone on another page, in seconds. */
const offeredForSeconds = 3600;

/** Stores what was removed last. With null nothing can be put back any more. */
export function saveRemoval(removal: Removal | null): void {
  if (removal === null) removeDraft(name);
  else saveDraft(name, removal);
}

/** What was removed last; null if nothing was. */
export function loadRemoval(): Removal | null {
  const stored = loadDraft(name, offeredForSeconds);
  return isRemoval(stored) ? stored : null;
}

/** Whether a stored value was written by this version of the app. */
function isRemoval(stored: unknown): stored is Removal {
  const { lines, names, notice, at, problem } = (stored ?? {}) as Partial<Record<keyof Removal, unknown>>;
  return (
    typeof names === "string" &&
    typeof notice === "string" &&
    typeof at === "number" &&
    (problem === null || typeof problem === "string") &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every(
      (line: Partial<Removal["lines"][number]> | null) =>
        typeof line?.id === "string" && typeof line.quantity === "number",
    )
  );
}
