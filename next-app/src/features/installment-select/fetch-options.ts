import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { Cart } from "@/api/types";
import { asksHowToPay } from "@/parts/payment-plan/plan";

/** The cart, if its shopper must choose a payment option; null if there is nothing to choose. */
export async function fetchOptions(): Promise<Cart | null> {
  const api = await visitorApi();
  const cart = outcomeOf<Cart>(await api.GET("/cart"), "");
  if (!cart.ok) throw new Error(`cart: the API answered ${cart.status} ${cart.message}`);
  return asksHowToPay(cart.answer) ? cart.answer : null;
}
