"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { type Exchange, exchangedInWords } from "@/parts/exchange-notice/exchange-state";
import { alertTexts } from "@/text/areas/alert";
import { exchangeTexts } from "@/text/areas/exchange";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { replacementsIn } from "./replacements";

const loadDialog = () => import("./end-exchange-dialog");
const EndExchangeDialog = lazy(loadDialog);

type Props = {
  exchange: Exchange;
  cart: Pick<Cart, "itemGroups">;
  /** Called with what became of the exchange after the shopper has ended it. */
  onEnded: (message: string) => void;
};

/** The tickets that are exchanged for what is in the cart, where to choose others, and how to keep them. */
export default function ExchangeCard({ exchange, cart, onEnded }: Props) {
  const t = useText(alertTexts, exchangeTexts);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const changeCart = useCartChange();
  const products = exchange.items.filter(
    (item, at) => exchange.items.findIndex((other) => other.productId === item.productId) === at,
  );

  const replacements = replacementsIn(cart, exchange);

  /** Ends the exchange, and removes what was chosen for it or leaves it in the cart. */
  async function end(removes: boolean) {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const remove = removes ? replacements.map(({ item }) => item.id) : [];
    const outcome = await changeCart((api) => api.POST("/cart/clear-exchange", { body: { remove } }), {});
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.message);
    setAsking(false);
    const became = replacements.length === 0 ? "ended" : removes ? "ended-removed" : "ended-buying";
    onEnded(t(`exchange.${became}`, { items: exchangedInWords(t, exchange, "") }));
  }

  return (
    <section aria-labelledby="exchange" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="exchange" className="text-lg leading-snug">
        {t("exchange.heading")}
      </h2>
      <ul className="grid gap-2">
        {exchange.items.map(({ displayName, quantity, visit, productId }) => (
          <li key={`${productId} ${displayName} ${visit}`} className="break-words">
            <span className="block font-semibold">{t("exchange.item", { quantity, name: displayName })}</span>
            {visit ? <span className="block text-ink-2">{visit}</span> : null}
          </li>
        ))}
      </ul>
      <dl className="figures grid gap-1 text-sm">
        <Row name={t("exchange.worth")} amount={exchange.worth} />
        {exchange.fee > 0 ? <Row name={t("exchange.fee")} amount={-exchange.fee} /> : null}
      </dl>
      <p className="text-sm text-ink-2">{t("exchange.of-order", { order: exchange.invoiceNumber })}</p>
      {problem && !isAsking ? (
        <Alert tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {products.map((product) => (
          <Link
            key={product.productId}
            href={routes.replacement(product)}
            prefetch={false}
            className="inline-block min-h-6 font-semibold"
          >
            {t("exchange.choose")}
            {products.length > 1 ? `: ${product.displayName}` : ""}
          </Link>
        ))}
        <Button
          appearance="secondary"
          busy={isBusy && !isAsking}
          onPointerEnter={loadDialog}
          onClick={() => {
            setProblem(null);
            if (replacements.length > 0) setAsking(true);
            else void end(false);
          }}
        >
          {t("exchange.stop")}
        </Button>
      </div>
      {isAsking ? (
        <Suspense>
          <EndExchangeDialog
            exchange={exchange}
            cart={cart}
            problem={problem}
            isBusy={isBusy}
            onEnd={(removes) => void end(removes)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function Row({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex-none">{formatMoney(amount)}</dd>
    </div>
  );
}
