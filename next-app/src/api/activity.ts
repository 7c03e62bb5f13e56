/**
 * When the visitor was last active: every call to the API counts, except those that a page makes on its own while
 * nobody may be looking. A store of its own, because calls are made from everywhere and one timer watches.
 */
type Listener = (at: number) => void;

let latest = 0;
let idle = false;
const listeners = new Set<Listener>();

export const activity = {
  /** Wall-clock time in milliseconds, the same in all tabs; 0 before the first call. */
  latest: (): number => latest,
  note(): void {
    latest = Date.now();
    for (const listener of listeners) listener(latest);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** While the visitor is asked whether anybody is there, pages read nothing anew. */
  isIdle: (): boolean => idle,
  setIdle(value: boolean): void {
    idle = value;
  },
};
