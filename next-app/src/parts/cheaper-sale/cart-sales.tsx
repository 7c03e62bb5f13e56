"use client";

import { useEffect, useRef } from "react";
import { call } from "@/api/call";
import type { Cart, CartGroup, CartItem } from "@/api/types";
import { listInWords } from "@/lib/list-in-words";
import { formatCents, toCents } from "@/lib/money";
import { useReplaceLines } from "@/parts/cart-code/use-replace-lines";
import { useCartMessage } from "@/parts/cart-lines/use-cart-message";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { alertTexts } from "@/text/areas/alert";
import { cartSaleTexts } from "@/text/areas/cart-sale";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ScriptButton } from "@/ui/script-button";
import { bySale, type SoldForLess, saleContext, saleKey, saleName } from "./cheaper-sales";

// How a sale is applied is loaded on demand. The notice itself is in the first HTML, so that it never moves the lines.
const loadChoice = () => import("@/parts/cart-code/code-choice");
const loadLines = () => import("@/parts/cart-code/code-lines");

type Line = { group: CartGroup; item: CartItem };
type Offered = SoldForLess<Line>;
/** What the last press did. */
type Message = { text: string; applied: boolean };

/**
 * The sales that sell lines of the cart for less. One press buys the lines again with the sale, for the same visits,
 * places and passholders, if that lowers the price of the cart.
 */
export function CartSales({ cart }: { cart: Cart }) {
  const t = useText(alertTexts, cartSaleTexts, cheaperSaleTexts);
  const { ask, question } = useQuestion();
  const replace = useReplaceLines(ask);
  const { problem, setProblem, alert } = useProblem();
  const { message, sayChanged, sayUnchanged, clear } = useCartMessage<Message>(cart);
  const result = useRef<HTMLDivElement>(null);
  // The pressed button may have disappeared with its sale.
  useEffect(() => {
    if (message !== null) result.current?.focus();
  }, [message]);

  const lines: Line[] = cart.itemGroups.flatMap((group) => group.items.map((item) => ({ group, item })));
  const offered = bySale(lines, ({ item }) => (item.cheaperSale ? [item.cheaperSale] : []));

  async function apply({ sale, sold }: Offered) {
    setProblem(null);
    clear();
    const context = saleContext(sale);
    const [{ fetchCheapestLines }, { codeLine }] = await Promise.all([loadChoice(), loadLines()]);
    const all = sold.map(({ thing: { group, item } }) => codeLine(group, item));
    const chosen = await fetchCheapestLines(cart, all, context, t("cart-sale.checking"));
    if ("status" in chosen) return setProblem(chosen.message);
    const name = saleName(t, sale);
    if (chosen.lines.length === 0) {
      return sayUnchanged({ text: t("cart-sale.no-saving", { sale: name }), applied: false });
    }
    const replaced = await replace(chosen.lines, context, t("cart-sale.using"));
    if (replaced === "kept") return;
    if (!replaced.ok) return setProblem(replaced.message);
    const after = await call<Cart>((api) => api.GET("/cart"));
    const cents = after.ok ? toCents(after.answer.displaySubtotal) : chosen.total;
    const saved = formatCents(toCents(cart.displaySubtotal) - cents);
    const applied = replacedBy({ sale, sold });
    const text = applied
      ? t("cart-sale.used-instead", { sale: name, applied, saved })
      : t("cart-sale.used", { sale: name, saved });
    sayChanged({ text, applied: true });
  }

  return (
    <div className="grid gap-3 empty:hidden">
      <ProblemAlert problem={problem} alert={alert} />
      {message === null ? null : (
        <Alert
          ref={result}
          tone={message.applied ? "success" : "info"}
          label={t(message.applied ? "alert.success" : "alert.info")}
        >
          {message.text}
        </Alert>
      )}
      {offered.map((each) => (
        <Alert
          key={saleKey(each.sale)}
          tone="info"
          label={t("alert.info")}
          live={false}
          action={
            <ScriptButton
              aria-label={t("cart-sale.use-of", { sale: saleName(t, each.sale) })}
              className="-my-2.5 min-h-11 flex-none font-semibold underline underline-offset-4"
              onClick={() => apply(each)}
            >
              {t("cart-sale.use")}
            </ScriptButton>
          }
        >
          {offerText(t, each)}
        </Alert>
      ))}
      {question}
    </div>
  );
}

/** What a sale saves on which items, and which codes and sales it would take the place of. */
function offerText(t: Translate<"cart-sale" | "cheaper-sale">, offered: Offered): string {
  const said = { sale: saleName(t, offered.sale), saved: savedOn(offered), items: namesOf(t, offered) };
  const applied = replacedBy(offered);
  return applied ? t("cart-sale.save-instead", { ...said, applied }) : t("cart-sale.save", said);
}

/** The codes, sales and offers that the sold items have now. Empty if there are none. */
function replacedBy({ sold }: Offered): string {
  const applied = sold
    .flatMap(({ thing: { item } }) => [
      item.promotionCode ?? item.promotionName ?? [],
      ...item.offers.map(({ displayName }) => displayName),
    ])
    .flat();
  return listInWords(new Set(applied));
}

function savedOn({ sold }: Offered): string {
  const cents = sold.map(
    ({ thing: { item }, sale }) => toCents(item.displayTotal) - toCents(sale.displayPrice) * item.quantity,
  );
  return formatCents(cents.reduce((sum, each) => sum + each, 0));
}

/** What a sale sells, in a sentence: each product with its tickets. */
function namesOf(t: Translate<"cart-sale">, { sold }: Offered): string {
  const products = new Map<string, Set<string>>();
  for (const { thing } of sold) {
    const { productDisplayName: product } = thing.group;
    const { displayName, effectivePassLevelName: level } = thing.item;
    const ticket = level ? `${displayName} ${level}` : displayName;
    products.set(product, (products.get(product) ?? new Set()).add(ticket));
  }
  const named = [...products].map(([product, tickets]) =>
    t("cart-sale.tickets", { product, tickets: listInWords(tickets) }),
  );
  return listInWords(named);
}
