"use client";

import type { RefObject } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { Cart } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { formatCents, formatMoney } from "@/lib/money";
import { useCartMessage } from "@/parts/cart-lines/use-cart-message";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { publicSale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { cartCodeTexts } from "@/text/areas/cart-code";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Icon } from "@/ui/icon";
import { TextButton } from "@/ui/text-button";
import { otherOffers, pricedChoice, unchangedCart } from "./code-choice";
import { type AppliedSale, appliedSales } from "./code-lines";
import { useReplaceLines } from "./use-replace-lines";

type Props = {
  cart: Cart;
  /** Receives the focus when the pressed button disappears with its code or offer. */
  place: RefObject<HTMLElement | null>;
};

/** A code, or the quoted name of an offer, in a sentence. */
function nameOf(t: Translate<"cart-code">, { code, name }: AppliedSale): string {
  return code ?? t("cart-code.quoted", { name });
}

/**
 * Says which other offers would apply without a code or an offer: that the cart would cost less with them, or that it
 * would not.
 */
function OtherOffers({ cart, applied }: { cart: Cart; applied: AppliedSale }) {
  const t = useText(alertTexts, cartCodeTexts);
  const items = applied.lines.map(({ wanted }) => wanted);
  const replaces = applied.lines.map(({ id }) => id);
  const body = { ...publicSale, items, replaces };
  const { data } = useApi(keys.quote(body, items), (api) => api.POST("/cart/quote", { body }));
  const others = data?.value
    ? otherOffers(unchangedCart(cart), pricedChoice(applied.lines, data.value))
    : null;
  if (others === null) return null;
  const offers = listInWords(others.names.map((name) => t("cart-code.quoted", { name })));
  if (others.less === 0) {
    const said = { applied: nameOf(t, applied), offers };
    return <p className="pb-2 text-sm text-ink-2">{t("cart-code.best-already", said)}</p>;
  }
  const less = formatCents(others.less);
  return (
    <div className="pb-2">
      <Alert tone="info" label={t("alert.info")} live={false}>
        {t("cart-code.better-without", { applied: nameOf(t, applied), less, offers })}
      </Alert>
    </div>
  );
}

/** The codes and offers that the cart uses. Removing one buys its lines at the public price. */
export default function AppliedSales({ cart, place }: Props) {
  const t = useText(cartTexts, cartCodeTexts);
  const { ask, question } = useQuestion();
  const replace = useReplaceLines(ask);
  const { problem, setProblem, alert } = useProblem();
  const { message, sayChanged, clear } = useCartMessage<string>(cart);
  const sales = appliedSales(cart);

  async function remove(applied: AppliedSale) {
    setProblem(null);
    clear();
    const replaced = await replace(applied.lines, publicSale, t("cart-code.removing"));
    if (replaced === "kept") return;
    if (!replaced.ok) return setProblem(replaced.message);
    place.current?.focus();
    const after = await call<Cart>((api) => api.GET("/cart"));
    const removed = { applied: nameOf(t, applied) };
    sayChanged(
      after.ok
        ? t("cart-code.removed", { ...removed, total: formatMoney(after.answer.cartTotal) })
        : t("cart-code.removed-plain", removed),
    );
  }

  return (
    <div className="grid gap-1">
      <ProblemAlert problem={problem} alert={alert} />
      {sales.length === 0 ? null : (
        <ul>
          {sales.map((applied) => {
            const { code, name } = applied;
            return (
              <li key={`${code} ${name}`}>
                <div className="flex items-center justify-between gap-3">
                  <span className="flex min-w-0 items-start gap-1.5 text-sm font-medium text-ok">
                    <Icon name="check" size={18} />
                    {code ? t("cart.with-code", { name, code }) : name}
                  </span>
                  <TextButton
                    aria-label={
                      code ? t("cart-code.remove-of", { code }) : t("cart-code.remove-offer", { name })
                    }
                    className="-mr-2 flex-none"
                    onClick={() => remove(applied)}
                  >
                    {t("cart.remove")}
                  </TextButton>
                </div>
                <OtherOffers cart={cart} applied={applied} />
              </li>
            );
          })}
        </ul>
      )}
      <p role="status" className="pb-2 text-sm text-ink-2 empty:pb-0">
        {message}
      </p>
      {question}
    </div>
  );
}
