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
  const script = document.createElement("script");
  script.src = account.script;
  script.async = true;
  document.head.append(script);
}

/** The page that is shown, without what a query or a token says. */
export function tellPage(path: string): void {
  if (!isSecretPage(path)) window.dataLayer?.push({ event: "pageView", path });
}

export function tell({ category, eventData }: AnalyticsEvent): void {
  window.dataLayer?.push({ event: category, ...eventData });
}

const toldKey = "midway.purchases-told";
/** More orders than one browser reads again. */
const mostTold = 50;

/** A purchase counts once, however often its confirmation is read. */
export function tellPurchase(event: AnalyticsEvent): void {
  const order = event.eventData.orderNumber;
  if (!window.dataLayer || !order) return;
  const told = toldOrders();
  if (told.includes(order)) return;
  try {
    localStorage.setItem(toldKey, JSON.stringify([...told, order].slice(-mostTold)));
  } catch {
    // What cannot be remembered is not told: no count is better than two.
    return;
  }
  tell(event);
}

function toldOrders(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toldKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}
