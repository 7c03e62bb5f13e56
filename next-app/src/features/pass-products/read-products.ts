import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { CartPasses, PassOption } from "@/api/types";
import { type Choosing, needsProduct } from "./products-state";

/** The passes whose product is to be chosen, with what each may be; and what the shop said where that could not be told. */
export async function readProducts(): Promise<{ choices: Choosing[]; problem: string | null }> {
  const api = await visitorApi();
  const passes = outcomeOf<CartPasses>(await api.GET("/cart/pass"), "");
  if (!passes.ok) throw new Error(`passes: the API answered ${passes.status} ${passes.message}`);
  let problem: string | null = null;
  const choices = await Promise.all(
    passes.answer.passes.filter(needsProduct).map(async (pass) => {
      const body = { id: pass.extCartTicketId, isRenewal: pass.isRenewal };
      const raw = await api.POST("/product/pass-renewal-product", { body });
      const options = outcomeOf<{ value?: PassOption[] }>(raw, "");
      if (!options.ok) problem = options.message;
      return { pass, options: options.ok ? (options.answer.value ?? []) : [] };
    }),
  );
  return { choices, problem };
}
