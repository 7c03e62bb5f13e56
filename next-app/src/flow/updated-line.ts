import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";

const name = "updated-line";

/** For how long the cart reports the change, in seconds. */
const reportedForSeconds = 60;

/** Tells the cart, which opens next, which of its lines another page has updated. */
export function saveUpdatedLine(id: string): void {
  saveDraft(name, id);
}

/** The line that was updated just before this page; null if none was. It is returned once. */
export function takeUpdatedLine(): string | null {
  const stored = loadDraft(name, reportedForSeconds);
  removeDraft(name);
  return typeof stored === "string" ? stored : null;
}
