import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchLastDetails, fetchPlaces, fetchSettings, visitorApi } from "@/api/server";
import type { Account, Cart, CartPasses, StateProvince } from "@/api/types";
import { usa } from "@/lib/address-rules";
import { unpackPlaces } from "@/lib/places";
import { factsOfCart, type PurchaseFacts } from "@/parts/purchase-steps/steps";
import type { OwnDetails } from "./demographics-state";
import { ownDetails } from "./own-details";

export type DemographicsPage = {
  passes: CartPasses;
  states: StateProvince[];
  own: OwnDetails;
  steps: PurchaseFacts | null;
};

/**
 * The cart's passes, the states that can be chosen, the shopper's own details, and the steps of the purchase. The steps
 * are null if the cart has no passes.
 */
export async function fetchDemographics(account: Account): Promise<DemographicsPage> {
  const api = await visitorApi();
  const [raw, cart, settings, places, last] = await Promise.all([
    api.GET("/cart/pass"),
    api.GET("/cart"),
    fetchSettings(),
    fetchPlaces(),
    fetchLastDetails(),
  ]);
  const states = unpackPlaces(places).states.filter(({ countryId }) => countryId === usa);
  const passes = required<CartPasses>("passes", raw);
  const facts = factsOfCart(required<Cart>("cart", cart), settings.takesDonations);
  return {
    passes,
    states,
    own: ownDetails(account, last, states),
    steps: passes.passes.length > 0 ? { ...facts, passholders: true } : null,
  };
}

function required<T>(what: string, raw: { data?: T; error?: unknown; response: Response }): T {
  const outcome = outcomeOf<T>(raw, "");
  if (!outcome.ok) throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
  return outcome.answer;
}
