import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { catalogApi, visitorApi } from "@/api/server";
import type { Product } from "@/api/types";
import { multiProductQuery, type Sale } from "@/parts/performance-picker/sale";

/** The products of a sale, or the server's message if there are none. */
export type Offer = {
  title: string | null;
  /** HTML that the server has sanitised. */
  description: string | null;
  message: string | null;
  /** Whether signing in could open the offer. */
  challenge: boolean;
  /** What makes a signed-in visitor eligible: an address in one of these domains, or a pass of one of these levels. */
  emailDomains: string[];
  passLevels: string[];
  products: Product[];
};

type Api = ReturnType<typeof catalogApi>;

export async function requestOffer(api: Api, sale: Sale): Promise<Outcome<Offer>> {
  const raw = await api.POST("/product/multi", { body: multiProductQuery(sale) });
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  if (!outcome.ok) {
    if (outcome.status >= 500) throw new Error(`products: the API answered ${outcome.status}`);
    return outcome;
  }
  const { value, message } = outcome.answer;
  return {
    ok: true,
    answer: {
      title: value?.pageTitle ?? null,
      description: value?.pageDescription ?? null,
      message: message || null,
      challenge: value?.requiresLoginChallenge ?? false,
      emailDomains: value?.emailDomains ?? [],
      passLevels: value?.passLevels ?? [],
      products: value?.products ?? [],
    },
  };
}

/**
 * The offer of a tag; null for an unknown tag. Sends the visitor's cookies only for an offer that needs verification.
 */
export async function fetchTagOffer(sale: Sale): Promise<Offer | null> {
  const isVerified = sale.saleFlowId === 7;
  let outcome = await requestOffer(isVerified ? await visitorApi() : catalogApi(), sale);
  if (!isVerified && outcome.ok && outcome.answer.challenge) {
    outcome = await requestOffer(await visitorApi(), sale);
  }
  if (outcome.ok) return outcome.answer;
  if (outcome.status === 404) return null;
  const nothing = { title: null, description: null, challenge: false };
  return { ...nothing, message: outcome.message, emailDomains: [], passLevels: [], products: [] };
}
