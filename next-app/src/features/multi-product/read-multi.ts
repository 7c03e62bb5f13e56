import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { catalogApi, visitorApi } from "@/api/server";
import type { MultiProduct, PriceTier } from "@/api/types";
import {
  addOnSale,
  codeSale,
  crossSellSale,
  type Sale,
  tagSale,
  verifiedSale,
} from "@/parts/performance-picker/sale";
import { filled, type Section, type SectionKind } from "./sections";

/** What a way leads to, and the server's words where it leads to nothing. */
export type Multi = {
  title: string | null;
  /** Sanitised by the server. */
  description: string | null;
  message: string | null;
  /** Signing in would open it. */
  challenge: boolean;
  sections: Section[];
};

type Api = ReturnType<typeof catalogApi>;

async function ask(
  api: Api,
  sale: Sale,
  tier?: PriceTier,
): Promise<Outcome<{ value: MultiProduct; message: string | null }>> {
  const { tags, ...way } = sale;
  const raw = await api.POST("/product/multi", {
    body: { ...way, tagsCsv: tags?.join(","), promotionCrossSellTypeId: tier },
  });
  const outcome = outcomeOf<NonNullable<typeof raw.data>>(raw, "");
  if (!outcome.ok) {
    if (outcome.status >= 500) throw new Error(`products: the API answered ${outcome.status}`);
    return outcome;
  }
  const { value, message } = outcome.answer;
  return {
    ok: true,
    answer: { value: value ?? { products: [], requiresLoginChallenge: false }, message: message || null },
  };
}

function page(sale: Sale, value: MultiProduct, message: string | null): Multi {
  return {
    title: value.pageTitle ?? null,
    description: value.pageDescription ?? null,
    message,
    challenge: value.requiresLoginChallenge,
    sections: filled([{ kind: "products", sale, products: value.products }]),
  };
}

/** The page of a tag; null for a tag that nothing has. Only an offer that asks who is there is told so. */
export async function readTag(tag: string, verified: boolean): Promise<Multi | null> {
  const sale = verified ? verifiedSale(tag) : tagSale(tag);
  let outcome = await ask(verified ? await visitorApi() : catalogApi(), sale);
  if (!verified && outcome.ok && outcome.answer.value.requiresLoginChallenge) {
    outcome = await ask(await visitorApi(), sale);
  }
  if (outcome.ok) return page(sale, outcome.answer.value, outcome.answer.message);
  if (outcome.status === 404) return null;
  return { title: null, description: null, message: outcome.message, challenge: false, sections: [] };
}

/** What a code is for; or why it is no good, in the server's words. */
export async function readPromotion(code: string): Promise<{ found: Multi } | { problem: string }> {
  const sale = codeSale(code);
  const outcome = await ask(await visitorApi(), sale);
  if (!outcome.ok) return { problem: outcome.message };
  return { found: page(sale, outcome.answer.value, outcome.answer.message) };
}

const lists: [SectionKind, PriceTier][] = [
  ["primary", 1],
  ["promotional", 2],
  ["secondary", 3],
];

/** What goes with the visitor's cart. An offer on the way is never worth a fault: what is not answered is not offered. */
export async function readAddOns(): Promise<Section[]> {
  const api = await visitorApi();
  const products = async (kind: SectionKind, sale: Sale, tier?: PriceTier): Promise<Section> => {
    const outcome = await ask(api, sale, tier).catch(() => null);
    return { kind, sale, products: outcome?.ok ? outcome.answer.value.products : [] };
  };
  return filled(
    await Promise.all([
      ...lists.map(([kind, tier]) => products(kind, crossSellSale, tier)),
      products("products", addOnSale),
    ]),
  );
}
