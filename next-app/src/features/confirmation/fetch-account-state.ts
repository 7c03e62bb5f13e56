import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchAccount, fetchSettings, visitorApi } from "@/api/server";
import type { Order, OrderConfirmation } from "@/api/types";

/**
 * What the confirmation says about an account: a guest may create one (`offer`), the order is in the visitor's account
 * (`own`), or it will be as soon as the e-mail address is proven (`unproven`). Null if there is nothing to say.
 */
export type AccountState = "offer" | "own" | "unproven" | null;

export async function fetchAccountState({ order, signedIn }: OrderConfirmation): Promise<AccountState> {
  const account = signedIn ? await fetchAccount() : null;
  // An identity provider has its own registration.
  if (account === null) return (await fetchSettings()).openIdSignIn ? null : "offer";
  const api = await visitorApi();
  const own = await api.GET("/order/details/my/{id}", { params: { path: { id: order.id } } });
  if (outcomeOf<Order>(own, "").ok) return "own";
  const isSameAddress = account.emailAddress.toLowerCase() === order.emailAddress.toLowerCase();
  return isSameAddress && !account.emailVerified ? "unproven" : null;
}
