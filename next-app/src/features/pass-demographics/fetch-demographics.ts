import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchCountries, fetchLastDetails, visitorApi } from "@/api/server";
import type { Account, CartPasses, StateProvince } from "@/api/types";
import { usa } from "@/lib/address-rules";
import { type OwnDetails, ownDetails } from "./own-details";

/** The cart's passes, the states that can be chosen, and the shopper's own details. */
export async function fetchDemographics(
  account: Account,
): Promise<{ passes: CartPasses; states: StateProvince[]; own: OwnDetails }> {
  const api = await visitorApi();
  const [raw, countries, last] = await Promise.all([
    api.GET("/cart/pass"),
    fetchCountries(),
    fetchLastDetails(),
  ]);
  const states = countries.states.filter(({ countryId }) => countryId === usa);
  const outcome = outcomeOf<CartPasses>(raw, "");
  if (!outcome.ok) throw new Error(`passes: the API answered ${outcome.status} ${outcome.message}`);
  return { passes: outcome.answer, states, own: ownDetails(account, last, states) };
}
