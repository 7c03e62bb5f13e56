import type { AnalyticsEvent } from "@/api/types";
import { isSecretPage } from "@/lib/routes";

/**
 * The data layer for the operator's analytics: a list on `window` that the operator's script reads. Without a
 * configured account nothing is sent, stored or loaded.
 */
export type Account = { id: string; siteCode: string; script: string };

type Entry = Record<string, unknown>;

declare global {
  interface Window {
    dataLayer?: Entry[];
  }
}

/**
 * Loads the shop's script once per document. A page with a secret address loads none, because third-party scripts read
 * the address of the page.
 */
export function start(account: Account, path: string): void {
  if (!isSecretPage(path)) loadOnce(account);
}

/** Loads a venue's script, in addition to the shop's own, once per document. */
export function startVenue(account: Account): void {
  loadOnce(account);
}

function loadOnce({ id, siteCode, script: src }: Account): void {
  const { href } = new URL(src, document.baseURI);
  if ([...document.scripts].some((script) => script.src === href)) return;
  window.dataLayer ??= [];
  window.dataLayer.push({ event: "start", analyticsId: id, siteCode });
  const script = document.createElement("script");
  script.src = src;
  script.async = true;
  document.head.append(script);
}

/** Records a view of the page at `path`, which has no query. A page with a secret address is not recorded. */
export function trackPageView(path: string): void {
  if (!isSecretPage(path)) window.dataLayer?.push({ event: "pageView", path });
}

const trackedKey = "midway.reported-purchases";
/**
 * The maximum number of remembered orders. A browser is not expected to read an order again after this many
 * newer orders.
 */
const maxTracked = 50;

/**
 * Records an event. A purchase is recorded at most once per order, even if the order is read several times or in
 * several tabs.
 */
export function trackEvent({ category, eventData }: AnalyticsEvent): void {
  if (!window.dataLayer) return;
  if (eventData.orderNumber !== undefined && !markTracked(eventData.orderNumber)) return;
  window.dataLayer.push({ event: category, ...eventData });
}

/**
 * Marks an order as recorded. Returns false if it was marked before or cannot be marked, because a missing purchase is
 * better than a double one.
 */
function markTracked(order: string): boolean {
  const tracked = trackedOrders();
  if (tracked.includes(order)) return false;
  try {
    localStorage.setItem(trackedKey, JSON.stringify([...tracked, order].slice(-maxTracked)));
    return true;
  } catch {
    return false;
  }
}

function trackedOrders(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(trackedKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}
