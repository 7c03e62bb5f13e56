/** Whether the browser has a network, as far as it knows. */
export const connection = {
  subscribe(listener: () => void): () => void {
    globalThis.addEventListener?.("online", listener);
    globalThis.addEventListener?.("offline", listener);
    return () => {
      globalThis.removeEventListener?.("online", listener);
      globalThis.removeEventListener?.("offline", listener);
    };
  },
  // Only `false` is reliable: a browser with a network may still not reach the shop.
  isOffline: (): boolean => globalThis.navigator?.onLine === false,
};

/** Resolves when the browser has a network. */
function whenOnline(): Promise<void> {
  return new Promise((resolve) => {
    if (!connection.isOffline()) return resolve();
    globalThis.addEventListener("online", () => resolve(), { once: true });
  });
}

/**
 * Sends a request when the browser has a network. A read that is lost because the network went away is repeated when it
 * is back. A change is not repeated, because it may have arrived.
 */
export async function sendWhenOnline(method: string, send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    await whenOnline();
    try {
      return await send();
    } catch (error) {
      if (method !== "GET" || !connection.isOffline()) throw error;
    }
  }
}
