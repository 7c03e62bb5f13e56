/** How long a value is kept, in milliseconds, although its revision has not changed. */
const keptFor = 60_000;

/**
 * Keeps a value that belongs to a revision of the catalogue, so that pages of the same revision share it once it was read.
 * `read` also returns the revision that the value belongs to; null if its parts belong to different ones.
 */
export function keptByRevision<T>(read: () => Promise<{ value: T; revision: number | null }>) {
  let kept: { value: T; revision: number; until: number } | null = null;
  /** The value for a page of this revision. Without a revision, it is read. */
  return async (revision: number | null): Promise<T> => {
    if (kept !== null && kept.revision === revision && performance.now() < kept.until) return kept.value;
    const found = await read();
    // An API server that has not loaded the revision yet answers with the one before.
    if (revision !== null && found.revision === revision) {
      kept = { value: found.value, revision, until: performance.now() + keptFor };
    }
    return found.value;
  };
}
