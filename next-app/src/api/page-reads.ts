/**
 * Reads of pages by the app's router. When such a read fails, the router would navigate to the address, and an error
 * page would replace the current page and its typed values. So a read that gets no response, or the status 503, waits
 * and is repeated until there is a different response. Until then the current page stays and a notice is shown.
 */

/** The retry delay in seconds if there is no response or it has no Retry-After. */
const retrySeconds = 5;

const waking = new Set<() => void>();
const listeners = new Set<() => void>();
let waiting = 0;

export const pageReads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether a page could not be read yet. */
  areWaiting: () => waiting > 0,
  tryAgain() {
    for (const wake of [...waking]) wake();
  },
};

/**
 * Wraps `read` so that page reads are repeated until the shop responds with a status other than 503, or the request is
 * aborted. Other requests are not affected.
 */
export function withRetries(read: typeof fetch): typeof fetch {
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

/** Whether a request is for navigation or for a page's data refresh, and not for prefetching. */
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

/** Waits until the time has passed, the browser is online again, a retry is requested, or the request is aborted. */
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
