import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { leaveReason } from "@/flow/reason";
import { forgetVisit } from "@/flow/visit";

/**
 * Signs in and goes on, by a full load: nothing that a page knew of the guest is right any more. Answers what the
 * server refused; never answers when it did not, because the page is on its way. That page says `welcome`, if there is one.
 */
export async function signIn(
  typed: { emailAddress: string; password: string },
  returnTo: string,
  busy: string,
  welcome?: string,
): Promise<Refusal | null> {
  const outcome = await call((api) => api.POST("/account/sign-in", { body: typed }), { busy });
  if (!outcome.ok) return outcome;
  if (welcome) leaveReason(welcome);
  location.assign(returnTo);
  return new Promise(() => undefined);
}

/** Signs out and goes on likewise; the tab forgets what was typed in it. The next page says `farewell`. */
export async function signOut(returnTo: string, busy: string, farewell: string): Promise<Refusal | null> {
  const outcome = await call((api) => api.POST("/account/sign-out"), { busy });
  if (!outcome.ok) return outcome;
  forgetVisit();
  leaveReason(farewell);
  location.replace(returnTo);
  return new Promise(() => undefined);
}
