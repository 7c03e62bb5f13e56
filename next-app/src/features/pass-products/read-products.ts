import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { CartPass, CartPasses, PassOption } from "@/api/types";
import { type Choosing, needsProduct, needsUpgrade } from "./products-state";

/** What the passes of the cart come from: new ones and renewals, or tickets that are given up for them. */
export type Purpose = "renewal" | "upgrade";

export type Read = {
  choices: Choosing[];
  /** What the shop said where it could not be told what a pass may be. */
  problem: string | null;
  /** Whether anything is upgraded at all, chosen already or not. */
  hasUpgrades: boolean;
  /** Whether it is still to be chosen what a ticket is upgraded to. */
  needsUpgrades: boolean;
  /** Whether the plans of the cart's passes cannot be combined. */
  billingBlocked: boolean;
};

/** The passes whose product is to be chosen, with what each may be. */
export async function readProducts(purpose: Purpose): Promise<Read> {
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
    passes.filter(purpose === "upgrade" ? needsUpgrade : needsProduct).map(async (pass) => {
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
    needsUpgrades: passes.some(needsUpgrade),
  };
}
