// The service worker of the ticket pages. It shows the copy of a page that the page itself has saved
// (`src/lib/saved-tickets.ts`) while the network does not answer. It saves nothing. Its scope is its own folder.

/** How long the network may take before the saved copy is shown, in milliseconds. */
const patience = 4000;

/** How long a copy is shown after it was saved, in milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/** The answers of a shop that does not run, which a proxy in front of it may give. */
const unavailable = [502, 503, 504];

// A new version replaces the old one at once: both answer every request in the same way or pass it on.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/_next/static/")) {
    // The name of such a file changes with its content.
    event.respondWith(copyOf(request).then((copy) => copy ?? fetch(request)));
  } else if (request.mode === "navigate" || pathname.startsWith("/api/ticket/barcode/")) {
    event.respondWith(fromNetwork(request));
  }
});

async function fromNetwork(request) {
  const copy = await copyOf(request);
  const answer = fetch(request);
  if (!copy) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, patience, copy));
  const answered = answer.then(
    (response) => (unavailable.includes(response.status) ? copy : response),
    () => copy,
  );
  return Promise.race([answered, late]);
}

/** The saved copy, unless it is too old. */
async function copyOf(request) {
  for (const name of await caches.keys()) {
    if (!name.startsWith("tickets-")) continue;
    const cache = await caches.open(name);
    const copy = await cache.match(request, { ignoreVary: true });
    const savedAt = copy?.headers.get("x-saved-at");
    if (copy && (!savedAt || Date.now() - Date.parse(savedAt) < keptFor)) return copy;
  }
  return undefined;
}
