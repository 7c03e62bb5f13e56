import type { AnalyticsEvent } from "@/api/types";
import { isSecretPage } from "@/lib/routes";

/**
 * What the shop tells the operator's analytics: a list on the window, which the operator's script reads. Nothing is told,
 * stored or loaded unless the operator has configured an account.
 */
export type Account = { id: string; siteCode: string; script: string };

type Entry = Record<string, unknown>;

declare global {
  interface Window {
    dataLayer?: Entry[];
  }
}

/**
 * Loads the script, once in a document. A page whose address is a key loads none: a script of others reads the address of
 * whatever page it is in.
 */
export function start(account: Account, path: string): void {
  if (window.dataLayer || isSecretPage(path)) return;
  window.dataLayer = [{ event: "start", analyticsId: account.id, siteCode: account.siteCode }];
  load(account);
}

/** Loads the script of a venue, beside the shop's own if it has one: once in a document. */
export function startVenue(account: Account): void {
  if ([...document.scripts].some(({ src }) => src === account.script)) return;
  window.dataLayer ??= [];
  window.dataLayer.push({ event: "start", analyticsId: account.id, siteCode: account.siteCode });
  load(account);
}

function load({ script: src }: Account): void {
  const script = document.createElement("script");
  script.src = src;
  script.async = true;
  document.head.append(script);
}

/** The page that is shown, without what a query or a token says. */
export function tellPage(path: string): void {
  if (!isSecretPage(path)) window.dataLayer?.push({ event: "pageView", path });
}

const toldKey = "midway.purchases-told";
/** More orders than one browser reads again. */
const mostTold = 50;

/** Tells an event. A purchase is told once per order, however often and in how many tabs its order is read. */
export function tell({ category, eventData }: AnalyticsEvent): void {
  if (!window.dataLayer) return;
  if (eventData.orderNumber !== undefined && !remember(eventData.orderNumber)) return;
  window.dataLayer.push({ event: category, ...eventData });
}

/** Notes that an order is told. False if it was noted before, or cannot be: no count is better than two. */
function remember(order: string): boolean {
  const told = toldOrders();
  if (told.includes(order)) return false;
  try {
    localStorage.setItem(toldKey, JSON.stringify([...told, order].slice(-mostTold)));
    return true;
  } catch {
    return false;
  }
}

function toldOrders(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toldKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}
