"use client";

import { call } from "@/api/call";
import type { Cart, MultiProduct, Product } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { formatCents, formatMoney, toCents } from "@/lib/money";
import { useCartMessage } from "@/parts/cart-lines/use-cart-message";
import { codeFailure } from "@/parts/code-form/use-code-form";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { FormFailure } from "@/parts/form/use-shop-form";
import { codeSale, multiProductQuery } from "@/parts/performance-picker/sale";
import { cartCodeTexts } from "@/text/areas/cart-code";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import type { ReplacedOffers } from "./code-choice";
import { codeLines, usesCode } from "./code-lines";
import { useReplaceLines } from "./use-replace-lines";

/** What the typed code did. `offer` is set if the rest of its offer is on a page of its own. */
export type CodeResult = { text: string; applied: boolean; offer: string | null };

/** How many products of a code are named. */
const mostNames = 3;

/** Names what a code is for; empty if that is not on sale. */
function coveredText(t: Translate<"cart-code">, products: Product[]): string {
  if (products.length === 0) return "";
  const named = products.slice(0, mostNames).map((product) => product.productDisplayName);
  const others = products.length > mostNames ? [t("cart-code.others")] : [];
  return t("cart-code.only-for", { products: listInWords([...named, ...others]) });
}

/**
 * Applies a promotion code to the lines of the cart that it covers if that lowers the price of the cart. If an offer in
 * the cart is worth more, the shopper chooses. All other offers are on the code's page.
 */
export function useCode(cart: Cart, ask: Ask) {
  const t = useText(cartCodeTexts);
  const replace = useReplaceLines(ask);
  const { message: result, sayChanged, sayUnchanged, clear } = useCartMessage<CodeResult>(cart);

  /** The names of offers in a sentence. */
  function namesOf({ names }: ReplacedOffers): string {
    const quoted = names.map((name) => t("cart-code.quoted", { name }));
    return listInWords(quoted);
  }

  /** Asks whether the code replaces offers that are worth more than it. */
  function asksToReplace(code: string, replacing: ReplacedOffers): Promise<boolean> {
    const { worth, saving } = replacing;
    const amounts = {
      worth: formatCents(worth),
      saving: formatCents(saving),
      less: formatCents(worth - saving),
    };
    return ask({
      title: t("cart-code.replace-title"),
      message: [t("cart-code.replace", { code, offers: namesOf(replacing), ...amounts })],
      proceedText: t("cart-code.use-code"),
      cancelText: t("cart-code.keep-offer"),
      prefersCancel: true,
    });
  }

  async function submit(typed: string): Promise<FormFailure | null> {
    const code = typed.trim();
    clear();
    const busy = t("cart-code.checking");
    const found = await call<{ value?: MultiProduct }>(
      (api) => api.POST("/product/multi", { body: multiProductQuery(codeSale(code)) }),
      { busy },
    );
    if (!found.ok) return codeFailure(found);
    const { products = [], pageTitle = t("cart-code.offer") } = found.answer.value ?? {};
    const lines = codeLines(cart, products, code);
    const said = { code: code.toUpperCase(), offer: pageTitle };
    const elsewhere = (text: string) => sayUnchanged({ text, applied: false, offer: code });
    if (lines.length === 0 && usesCode(cart, code)) {
      sayUnchanged({ text: t("cart-code.already", said), applied: false, offer: null });
      return null;
    }
    if (lines.length === 0) {
      elsewhere([t("cart-code.nothing", said), coveredText(t, products)].join(" ").trim());
      return null;
    }
    const { fetchCodeChoice } = await import("./code-choice");
    const choice = await fetchCodeChoice(cart, lines, codeSale(code), busy);
    if ("status" in choice) return choice;
    const { best, replacing } = choice;
    const offers = replacing && namesOf(replacing);
    const chosen = replacing && (await asksToReplace(said.code, replacing)) ? lines : best;
    if (chosen.length === 0) {
      elsewhere(offers ? t("cart-code.kept", { ...said, offers }) : t("cart-code.no-saving", said));
      return null;
    }
    const replaced = await replace(chosen, codeSale(code), t("cart-code.applying"));
    if (replaced === "kept") return null;
    if (!replaced.ok) return replaced;
    const after = await call<Cart>((api) => api.GET("/cart"));
    // The saving is that of the prices on the page, which are without tax.
    const saved = after.ok ? toCents(cart.displaySubtotal) - toCents(after.answer.displaySubtotal) : 0;
    const total = after.ok ? formatMoney(after.answer.cartTotal) : "";
    const text = !after.ok
      ? t("cart-code.applied-plain", said)
      : saved > 0
        ? t("cart-code.applied", { ...said, saved: formatCents(saved), total })
        : offers
          ? t("cart-code.applied-instead", { ...said, offers, total })
          : t("cart-code.applied-total", { ...said, total });
    sayChanged({ text, applied: true, offer: null });
    return null;
  }

  return { result, submit };
}
