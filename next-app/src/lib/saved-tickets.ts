/**
 * Copies of the ticket pages that this browser's owner has opened, to be shown without a network. Only the service worker
 * of the ticket pages (`public/ticket/offline.js`) shows them. All copies belong to one account; they are removed when
 * it signs out and when another account signs in.
 *
 * Every change holds the same lock. So a page that is being saved while its owner signs out is removed afterwards, and a
 * page that is saved later is no longer theirs.
 */
const worker = "/ticket/offline.js";
const scope = "/ticket/";
/** The service worker looks for caches with this start. */
const prefix = "tickets-";
const lockName = "midway.saved-tickets";

/** A copy contains this element, so that it knows itself. */
const mark = "saved-copy";
const savedAtHeader = "x-saved-at";

/** How long loading a page or a file to be saved may take. Signing out waits for as long at most. */
const patienceMs = 10_000;

/** Copies that were not opened with a network for so long are removed. The service worker does not show them either. */
export const keptForMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the browser can keep copies. It cannot without https, and in some private windows. */
function canSave(): boolean {
  return "serviceWorker" in navigator && "caches" in globalThis && "locks" in navigator;
}

/** The time at which this page was saved, as ISO 8601; null for a page that the shop has just sent. */
export function savedAt(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${mark}"]`)?.content ?? null;
}

/**
 * Saves the ticket page at `path` with all files that it needs, for the account with this e-mail address. Returns
 * whether it can now be opened without a network.
 */
export async function saveTicketPage(path: string, email: string): Promise<boolean> {
  if (!canSave()) return false;
  try {
    await navigator.serviceWorker.register(worker, { scope });
    const name = await cacheName(email);
    return await navigator.locks.request(lockName, async () => {
      await removeAllBut(name);
      return save(await caches.open(name), path);
    });
  } catch {
    // The network was lost, or the browser allows no copies. What was saved before stays.
    return false;
  }
}

/** Removes all copies and the service worker. */
export async function forgetTickets(): Promise<void> {
  if (!canSave()) return;
  try {
    await navigator.locks.request(lockName, async () => {
      await removeAllBut(null);
      await (await navigator.serviceWorker.getRegistration(scope))?.unregister();
    });
  } catch {
    // A browser that allows no copies has none.
  }
}

/** Removes the copies of every account but the one with this e-mail address. */
export async function forgetTicketsOfOthers(email: string): Promise<void> {
  if (!canSave()) return;
  try {
    const name = await cacheName(email);
    await navigator.locks.request(lockName, () => removeAllBut(name));
  } catch {
    // A browser that allows no copies has none.
  }
}

async function removeAllBut(kept: string | null): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== kept);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The name contains no personal data. */
async function cacheName(email: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email.toLowerCase()));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return prefix + hex.join("").slice(0, 16);
}

async function save(cache: Cache, path: string): Promise<boolean> {
  const page = await load(path);
  // A page that redirects asks to sign in: the session has ended. What was saved before stays.
  if (page.redirected) return false;
  if (!page.ok) {
    await cache.delete(path);
    return false;
  }
  const html = await page.text();
  await Promise.all(filesOf(html).map((file) => saveFile(cache, file)));
  const now = new Date().toISOString();
  await cache.put(path, new Response(marked(html, now), { headers: headersOfCopy(page.headers, now) }));
  await removeUnused(cache);
  return true;
}

/** The service worker passes this request on, because it is no navigation. */
const load = (path: string) => fetch(path, { cache: "no-cache", signal: AbortSignal.timeout(patienceMs) });

async function saveFile(cache: Cache, path: string): Promise<void> {
  // The name of such a file changes with its content.
  if (path.startsWith("/_next/static/") && (await cache.match(path, { ignoreVary: true }))) return;
  const file = await load(path);
  if (!file.ok) throw new Error(`${path} was answered with ${file.status}`);
  await cache.put(path, file);
}

/** The body of a copy has neither the encoding nor the length of what was sent. */
function headersOfCopy(sent: Headers, now: string): Headers {
  const headers = new Headers(sent);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(savedAtHeader, now);
  return headers;
}

/** Removes copies that are too old, and files that no copy needs, such as those of earlier versions of the shop. */
async function removeUnused(cache: Cache): Promise<void> {
  const needed = new Set<string>();
  const requests = await cache.keys();
  for (const request of requests) {
    const response = await cache.match(request, { ignoreVary: true });
    const saved = response?.headers.get(savedAtHeader);
    if (!response || !saved || Date.now() - Date.parse(saved) >= keptForMs) continue;
    needed.add(request.url);
    for (const file of filesOf(await response.text())) needed.add(new URL(file, request.url).href);
  }
  await Promise.all(requests.filter(({ url }) => !needed.has(url)).map((request) => cache.delete(request)));
}

/** The scripts, styles, fonts and codes that a page needs. Its HTML names them in elements and in the app's own data. */
export function filesOf(html: string): string[] {
  const found = html
    .replaceAll("&amp;", "&")
    .match(/\/(?:_next\/static|api\/ticket\/barcode)\/[\w./~?=%&-]+/g);
  return [...new Set(found)];
}

/** The page with the time of saving in its head. */
export function marked(html: string, now: string): string {
  return html.replace(/<head[^>]*>/, (head) => `${head}<meta name="${mark}" content="${now}">`);
}
