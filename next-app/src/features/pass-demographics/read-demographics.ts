import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { CartPasses, StateProvince } from "@/api/types";
import { usa } from "@/lib/address-rules";

type Raw<T> = { data?: T; error?: unknown; response: Response };

/** The passes of the cart, and the states that may be chosen. */
export async function readDemographics(): Promise<{ passes: CartPasses; states: StateProvince[] }> {
  const api = await visitorApi();
  const [passes, states] = await Promise.all([
    api.GET("/cart/pass").then((raw) => required("passes", raw)),
    api.GET("/address/state-province").then((raw) => required("states", raw)),
  ]);
  return { passes, states: states.filter(({ countryId }) => countryId === usa) };
}

function required<T>(what: string, raw: Raw<T>): T {
  const outcome: Outcome<T> = outcomeOf<T>(raw, "");
  if (outcome.ok) return outcome.answer;
  throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
}
