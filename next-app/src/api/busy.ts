/**
 * What the shop is working on: the counter and the stack of messages behind the loading overlay. A store of its
 * own, because calls are made from everywhere and the overlay is drawn once.
 */
type Listener = () => void;

let messages: readonly string[] = [];
const listeners = new Set<Listener>();

function change(next: readonly string[]) {
  messages = next;
  for (const listener of listeners) listener();
}

/** Shows `message` until the returned function is called; calling it twice does no harm. */
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
  /** The latest message is on top; an empty stack means that nothing is pending. */
  read: (): readonly string[] => messages,
};
