/**
 * How the app's router reads a page while another is shown. When the shop cannot be reached, the router would load the address anew, and an
 * error page would take the place of what the visitor is doing. So such a read waits: the page stays with all that was typed, a notice
 * tells of it, and the read is made again and again until there is an answer.
 */

/** Where the server says nothing of when to come back. */
const retrySeconds = 5;

const waking = new Set<() => void>();
const listeners = new Set<() => void>();
let waiting = 0;

export const pageReads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether some page could not be read yet. */
  areWaiting: () => waiting > 0,
  tryAgain() {
    for (const wake of [...waking]) wake();
  },
};

/** The same as `read`, but for pages, which are read until the shop answers. */
export function patient(read: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isPage(init)) return read(input, init);
    const first = await attempt(read, input, init);
    if ("answer" in first) return first.answer;
    count(1);
    try {
      let { seconds } = first;
      for (;;) {
        await pause(seconds, init?.signal);
        const next = await attempt(read, input, init);
        if ("answer" in next) return next.answer;
        seconds = next.seconds;
      }
    } finally {
      count(-1);
    }
  };
}

/** A page that somebody goes to, or whose data is read anew; none that is read in case somebody goes there. */
function isPage(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  return (
    headers.has("rsc") && !headers.has("next-router-prefetch") && !headers.has("next-router-segment-prefetch")
  );
}

async function attempt(
  read: typeof fetch,
  ...request: Parameters<typeof fetch>
): Promise<{ answer: Response } | { seconds: number }> {
  try {
    const answer = await read(...request);
    if (answer.status !== 503) return { answer };
    return { seconds: Number(answer.headers.get("retry-after")) || retrySeconds };
  } catch (error) {
    if (request[1]?.signal?.aborted) throw error;
    return { seconds: retrySeconds };
  }
}

/** Until the time is over, the browser is online again, or somebody asks. */
function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waking.delete(done);
      globalThis.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    waking.add(done);
    globalThis.addEventListener?.("online", done);
    signal?.addEventListener("abort", done);
  });
}

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}
