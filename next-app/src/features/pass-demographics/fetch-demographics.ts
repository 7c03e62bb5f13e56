import "server-only";
import { outcomeOf } from "@/api/outcome";
import { fetchCountries, visitorApi } from "@/api/server";
import type { CartPasses, StateProvince } from "@/api/types";
import { usa } from "@/lib/address-rules";

/** The cart's passes, and the states that can be chosen. */
export async function fetchDemographics(): Promise<{ passes: CartPasses; states: StateProvince[] }> {
  const api = await visitorApi();
  const [raw, { states }] = await Promise.all([api.GET("/cart/pass"), fetchCountries()]);
  const outcome = outcomeOf<CartPasses>(raw, "");
  if (!outcome.ok) throw new Error(`passes: the API answered ${outcome.status} ${outcome.message}`);
  return { passes: outcome.answer, states: states.filter(({ countryId }) => countryId === usa) };
}
