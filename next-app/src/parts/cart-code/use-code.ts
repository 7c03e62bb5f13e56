"use client";

import { useState } from "react";
import { call } from "@/api/call";
import type { Cart, CartQuote, MultiProduct } from "@/api/types";
import { formatCents, formatMoney, toCents } from "@/lib/money";
import { codeFailure } from "@/parts/code-form/use-code-form";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import type { FormFailure } from "@/parts/form/use-shop-form";
import { codeSale, multiProductQuery } from "@/parts/performance-picker/sale";
import { cartCodeTexts } from "@/text/areas/cart-code";
import { useText } from "@/text/use-text";
import { appliedCodes, codeLines, savesMoney } from "./code-lines";
import { useReplaceLines } from "./use-replace-lines";

/** What the typed code did. `offer` is set if the rest of its offer is on a page of its own. */
export type CodeResult = { code: string; text: string; applied: boolean; offer: string | null };

/**
 * Applies a promotion code to the lines of the cart that it covers and makes cheaper. All other offers are on the code's
 * page.
 */
export function useCode(cart: Cart, ask: Ask) {
  const t = useText(cartCodeTexts);
  const replace = useReplaceLines(ask);
  const [result, setResult] = useState<CodeResult | null>(null);

  async function submit(typed: string): Promise<FormFailure | null> {
    const code = typed.trim();
    setResult(null);
    const busy = t("cart-code.checking");
    const found = await call<{ value?: MultiProduct }>(
      (api) => api.POST("/product/multi", { body: multiProductQuery(codeSale(code)) }),
      { busy },
    );
    if (!found.ok) return codeFailure(found);
    const { products = [], pageTitle = t("cart-code.offer") } = found.answer.value ?? {};
    const lines = codeLines(cart, products);
    const said = { code: code.toUpperCase(), offer: pageTitle };
    const elsewhere = (text: string) => setResult({ code: said.code, text, applied: false, offer: code });
    if (lines.length === 0) {
      elsewhere(t("cart-code.nothing", said));
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
    const replaced = await replace(lines, codeSale(code), t("cart-code.applying"));
    if (replaced === "kept") return null;
    if (!replaced.ok) return replaced;
    const after = await call<Cart>((api) => api.GET("/cart"));
    // The saving is that of the prices on the page, which are without tax.
    const saved = after.ok ? toCents(cart.displaySubtotal) - toCents(after.answer.displaySubtotal) : 0;
    const text =
      after.ok && saved > 0
        ? t("cart-code.applied", {
            ...said,
            saved: formatCents(saved),
            total: formatMoney(after.answer.cartTotal),
          })
        : t("cart-code.applied-plain", said);
    setResult({ code: said.code, text, applied: true, offer: null });
    return null;
  }

  // A code that has been removed again is no longer reported as applied.
  const isOutdated = result?.applied && appliedCodes(cart).every(({ code }) => code !== result.code);
  return { result: isOutdated ? null : result, submit };
}
