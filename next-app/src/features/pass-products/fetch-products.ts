import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { CartPass, CartPasses, PassOption } from "@/api/types";
import { isUnchosenUpgrade } from "@/parts/open-passes/unchosen-upgrade";
import { type Choosing, needsProduct } from "./products-state";

/** Which products are chosen on the page: products of new passes and renewals, or products of upgrades. */
export type Purpose = "renewal" | "upgrade";

export type Read = {
  choices: Choosing[];
  /** The shop's message if the options could not be read. */
  problem: string | null;
  /** Whether the cart has upgrades, with or without a product. */
  hasUpgrades: boolean;
  /** Whether the payment plans of the cart's passes cannot be combined. */
  billingBlocked: boolean;
};

/** The passes that need a product, with their options. */
export async function fetchProducts(purpose: Purpose): Promise<Read> {
  const api = await visitorApi();
  const cart = outcomeOf<CartPasses>(await api.GET("/cart/pass"), "");
  if (!cart.ok) throw new Error(`passes: the API answered ${cart.status} ${cart.message}`);
  const { passes, installmentBillingBlocked: billingBlocked } = cart.answer;

  async function optionsOf(pass: CartPass): Promise<Outcome<{ value?: PassOption[] }>> {
    const id = pass.extCartTicketId;
    return purpose === "upgrade"
      ? outcomeOf(await api.POST("/product/ticket-upgrade-product", { body: { id } }), "")
      : outcomeOf(
          await api.POST("/product/pass-renewal-product", { body: { id, isRenewal: pass.isRenewal } }),
          "",
        );
  }

  let problem: string | null = null;
  const choices = await Promise.all(
    passes.filter(purpose === "upgrade" ? isUnchosenUpgrade : needsProduct).map(async (pass) => {
      const options = await optionsOf(pass);
      if (!options.ok) problem = options.message;
      return { pass, options: options.ok ? (options.answer.value ?? []) : [] };
    }),
  );
  return {
    choices,
    problem,
    billingBlocked,
    hasUpgrades: passes.some(({ isTicketUpgrade }) => isTicketUpgrade),
  };
}
