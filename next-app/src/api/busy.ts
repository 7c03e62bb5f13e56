/**
 * The messages of the loading overlay, one for each call in progress that shows the overlay. This is a separate store,
 * because calls are made in many places and the overlay is rendered in one.
 */
type Listener = () => void;

let messages: readonly string[] = [];
const listeners = new Set<Listener>();

function change(next: readonly string[]) {
  messages = next;
  for (const listener of listeners) listener();
}

/** Shows `message` until the returned function is called. Calling that function twice is harmless. */
export function beginWork(message: string): () => void {
  const entry = new String(message) as string;
  change([...messages, entry]);
  return () => change(messages.filter((other) => other !== entry));
}

export const busy = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The latest message comes last. An empty list means that the overlay is not needed. */
  read: (): readonly string[] => messages,
};
