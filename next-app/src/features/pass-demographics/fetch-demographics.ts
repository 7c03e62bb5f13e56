import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchLastDetails, fetchPlaces, visitorApi } from "@/api/server";
import type { Account, CartPasses, StateProvince } from "@/api/types";
import { usa } from "@/lib/address-rules";
import { unpackPlaces } from "@/lib/places";
import type { OwnDetails } from "./demographics-state";
import { ownDetails } from "./own-details";

export type DemographicsPage = {
  passes: CartPasses;
  states: StateProvince[];
  own: OwnDetails;
};

/**
 * The cart's passes, the states that can be chosen, and the shopper's own details.
 */
export async function fetchDemographics(account: Account): Promise<DemographicsPage> {
  const api = await visitorApi();
  const [raw, places, last] = await Promise.all([api.GET("/cart/pass"), fetchPlaces(), fetchLastDetails()]);
  const states = unpackPlaces(places).states.filter(({ countryId }) => countryId === usa);
  const passes = required<CartPasses>("passes", raw);
  return {
    passes,
    states,
    own: ownDetails(account, last, states),
  };
}

function required<T>(what: string, raw: { data?: T; error?: unknown; response: Response }): T {
  const outcome = outcomeOf<T>(raw, "");
  if (!outcome.ok) throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
  return outcome.answer;
}
