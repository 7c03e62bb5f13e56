/**
 * The time of the visitor's last activity. Every API call counts, except those that a page makes automatically, such as
 * polling. This is a separate store, because calls are made in many places and one timer reads the time.
 */
type Listener = (at: number) => void;

let latest = 0;
let idle = false;
const listeners = new Set<Listener>();

export const activity = {
  /** Wall-clock time in milliseconds, so that tabs can compare their times; 0 before the first call. */
  latest: (): number => latest,
  note(): void {
    latest = Date.now();
    for (const listener of listeners) listener(latest);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether the idle warning is open. Pages reload no data in that time. */
  isIdle: (): boolean => idle,
  setIdle(value: boolean): void {
    idle = value;
  },
};
