"use client";

import { type RefObject, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { Cart } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { formatCents, formatMoney } from "@/lib/money";
import { cartKey } from "@/parts/cart-lines/cart-key";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { publicSale } from "@/parts/performance-picker/sale";
import { cartTexts } from "@/text/areas/cart";
import { cartCodeTexts } from "@/text/areas/cart-code";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { TextButton } from "@/ui/text-button";
import { betterOffers, pricedChoice, unchangedCart } from "./code-choice";
import { type AppliedCode, appliedCodes } from "./code-lines";
import { useReplaceLines } from "./use-replace-lines";

type Props = {
  cart: Cart;
  /** Receives the focus when the pressed button disappears with its code. */
  place: RefObject<HTMLElement | null>;
};

/** Says that the cart would cost less without a code, because other offers would apply then. */
function BetterWithout({ cart, applied: { code, lines } }: { cart: Cart; applied: AppliedCode }) {
  const t = useText(cartCodeTexts);
  const items = lines.map(({ wanted }) => wanted);
  const replaces = lines.map(({ id }) => id);
  const body = { ...publicSale, items, replaces };
  const { data } = useApi(keys.quote(body, items), (api) => api.POST("/cart/quote", { body }));
  const better = data?.value ? betterOffers(unchangedCart(cart), pricedChoice(lines, data.value)) : null;
  if (better === null) return null;
  const offers = listInWords(better.names.map((name) => t("cart-code.quoted", { name })));
  return (
    <p className="pb-2 text-sm text-ink-2">
      {t("cart-code.better-without", { code, less: formatCents(better.less), offers })}
    </p>
  );
}

/** The codes in the cart. Removing one buys its lines at the public price. */
export default function AppliedCodes({ cart, place }: Props) {
  const t = useText(cartTexts, cartCodeTexts);
  const { ask, question } = useQuestion();
  const replace = useReplaceLines(ask);
  const { problem, setProblem, alert } = useProblem();
  /** What was removed last, and the carts before and after it. */
  const [news, setNews] = useState<{ text: string; carts: string[] } | null>(null);
  const codes = appliedCodes(cart);

  async function remove({ code, lines }: AppliedCode) {
    setProblem(null);
    setNews(null);
    const replaced = await replace(lines, publicSale, t("cart-code.removing"));
    if (replaced === "kept") return;
    if (!replaced.ok) return setProblem(replaced.message);
    place.current?.focus();
    const after = await call<Cart>((api) => api.GET("/cart"));
    const total = formatMoney(after.ok ? after.answer.cartTotal : cart.cartTotal);
    const carts = [cart, ...(after.ok ? [after.answer] : [])].map(cartKey);
    setNews({ text: t("cart-code.removed", { code, total }), carts });
  }

  return (
    <div className="grid gap-1">
      <ProblemAlert problem={problem} alert={alert} />
      {codes.length === 0 ? null : (
        <ul>
          {codes.map((applied) => (
            <li key={applied.code}>
              <div className="flex items-center justify-between gap-3">
                <span className="flex min-w-0 items-start gap-1.5 text-sm font-medium text-ok">
                  <Icon name="check" size={18} />
                  {t("cart.with-code", { name: applied.name, code: applied.code })}
                </span>
                <TextButton
                  aria-label={t("cart-code.remove-of", { code: applied.code })}
                  className="-mr-2 flex-none"
                  onClick={() => remove(applied)}
                >
                  {t("cart.remove")}
                </TextButton>
              </div>
              <BetterWithout cart={cart} applied={applied} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-ink-2">
        {codes.length === 0 && news?.carts.includes(cartKey(cart)) ? news.text : ""}
      </p>
      {question}
    </div>
  );
}
