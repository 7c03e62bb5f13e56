import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { storeReason } from "@/flow/reason";
import { clearTabData } from "@/flow/tab-data";
import { isSessionTimeoutPage } from "@/lib/routes";
import { forgetTickets } from "@/lib/saved-tickets";

/**
 * Signs in and continues with a full page load, because everything that pages knew about the guest is out of date.
 * Returns the server's refusal. After a success the promise never resolves, because the browser is leaving the page.
 * The next page shows `welcome`, if given.
 */
export async function signIn(
  typed: { emailAddress: string; password: string },
  returnTo: string,
  busy: string,
  welcome?: string,
): Promise<Refusal | null> {
  const outcome = await call((api) => api.POST("/account/sign-in", { body: typed }), { busy });
  if (!outcome.ok) return outcome;
  if (welcome) storeReason(welcome);
  location.assign(returnTo);
  return new Promise(() => undefined);
}

/**
 * Signs out, removes the values typed in this tab and the tickets saved in this browser, and continues with a full page
 * load. The next page shows `farewell`. An idle session that ends leaves the tickets: a ticket opened at home must be
 * there at the entrance.
 */
export async function signOut(returnTo: string, busy: string, farewell: string): Promise<Refusal | null> {
  const outcome = await call((api) => api.POST("/account/sign-out"), { busy });
  if (!outcome.ok) return outcome;
  clearTabData();
  if (!isSessionTimeoutPage(new URL(returnTo, location.origin).pathname)) await forgetTickets();
  storeReason(farewell);
  location.replace(returnTo);
  return new Promise(() => undefined);
}
