"use client";

import { useState } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import type { Cart, CartQuote, MultiProduct } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { FormFailure } from "@/parts/form/use-shop-form";
import { codeSale, multiProductQuery } from "@/parts/performance-picker/sale";
import { cartCodeTexts } from "@/text/areas/cart-code";
import { useText } from "@/text/use-text";
import { type CodeLine, codeLines, savesMoney } from "./code-lines";

/** What a code did. `offer` is set if the rest of its offer is on a page of its own. */
export type CodeResult = { text: string; applied: boolean; offer: string | null };

/**
 * Applies a promotion code to the lines of the cart that it covers and makes cheaper: they are added with the code, and
 * only then the lines without it are removed, so that a refusal changes nothing. All other offers are on the code's page.
 */
export function useCode(cart: Cart, ask: Ask) {
  const t = useText(cartCodeTexts);
  const changeCart = useConfirmedChange(ask);
  const [result, setResult] = useState<CodeResult | null>(null);

  async function submit(typed: string): Promise<FormFailure | null> {
    const code = typed.trim();
    setResult(null);
    const busy = t("cart-code.checking");
    const found = await call<{ value?: MultiProduct }>(
      (api) => api.POST("/product/multi", { body: multiProductQuery(codeSale(code)) }),
      { busy },
    );
    if (!found.ok) return found;
    const { products = [], pageTitle = t("cart-code.offer") } = found.answer.value ?? {};
    const { lines, needsPlaces } = codeLines(cart, products);
    const said = { code: code.toUpperCase(), offer: pageTitle };
    const elsewhere = (text: string) => setResult({ text, applied: false, offer: code });
    if (lines.length === 0) {
      elsewhere(t(needsPlaces ? "cart-code.places" : "cart-code.nothing", said));
      return null;
    }
    const items = lines.map(({ wanted }) => wanted);
    const quote = await call<{ value?: CartQuote }>(
      (api) => api.POST("/cart/quote", { body: { ...codeSale(code), items } }),
      { busy },
    );
    if (!quote.ok) return quote;
    if (!savesMoney(cart, lines, quote.answer.value?.displayTotal ?? 0)) {
      elsewhere(t("cart-code.no-saving", said));
      return null;
    }
    const failure = await replace(code, lines);
    if (failure === "kept") return null;
    if (failure !== null) return failure;
    const after = await call<Cart>((api) => api.GET("/cart"));
    const total = after.ok ? after.answer.cartTotal : null;
    const text =
      total !== null && total < cart.cartTotal
        ? t("cart-code.applied", {
            ...said,
            saved: formatMoney(cart.cartTotal - total),
            total: formatMoney(total),
          })
        : t("cart-code.applied-plain", said);
    setResult({ text, applied: true, offer: needsPlaces ? code : null });
    return null;
  }

  /** Buys the lines with the code, and removes them without it. */
  async function replace(code: string, lines: CodeLine[]): Promise<Refusal | FormFailure | "kept" | null> {
    const items = lines.map(({ wanted }) => wanted);
    const busy = t("cart-code.applying");
    const added = await changeCart(
      (api, reSubmitContext) =>
        api.POST("/cart/add", { body: { ...codeSale(code), items, reSubmitContext } }),
      { busy },
    );
    if (added === "kept") return "kept";
    if (!added.ok) return added;
    const old = lines.map(({ id }) => ({ id, quantity: 0 }));
    const removed = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/modify", { body: { items: old, reSubmitContext } }),
      { busy },
    );
    if (removed === "kept" || !removed.ok) return { message: t("cart-code.twice") };
    return null;
  }

  return { result, submit };
}
