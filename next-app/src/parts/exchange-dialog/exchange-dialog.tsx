"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Cancelable, Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import {
  type Chosen,
  cancelableUnits,
  chosenUnits,
  type Item,
  withUnits,
} from "@/parts/cancel-dialog/chosen";
import { UnitList } from "@/parts/cancel-dialog/unit-list";
import { alertTexts } from "@/text/areas/alert";
import { exchangeTexts } from "@/text/areas/exchange";
import { loadingTexts } from "@/text/areas/loading";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Spinner } from "@/ui/spinner";

type State = { items: Item[] } | { problem: string } | null;

/** Chooses the units of an order to exchange. The new ones are chosen on the page of their product. */
export default function ExchangeDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText(alertTexts, exchangeTexts, loadingTexts);
  const [state, setState] = useState<State>(null);
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  // `round` reads the units again, because they may have changed, for example in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` only starts the effect again.
  useEffect(() => {
    let isLatest = true;
    void (async () => {
      const path = { params: { path: { id: orderId } } };
      const outcome = await call<Cancelable>((api) => api.GET("/order/cancellation/{id}", path));
      if (!isLatest) return;
      setState(
        outcome.ok
          ? { items: outcome.answer.items.map((item) => asExchanged(t, item)) }
          : { problem: outcome.message },
      );
    })();
    return () => {
      isLatest = false;
    };
  }, [orderId, round]);

  // A browser may show this page again as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);

  const items = state && "items" in state ? state.items : [];
  const units = chosenUnits(items, chosen);
  const isPossible = items.some((item) => cancelableUnits(item).length > 0);

  async function begin() {
    if (isBusy) return;
    setRefusal(null);
    setBusy(true);
    const params = { path: { id: orderId } };
    const begun = await call((api) => api.POST("/order/exchange/{id}", { params, body: { units } }));
    const cart = begun.ok ? await call<Cart>((api) => api.GET("/cart")) : null;
    if (begun.ok) {
      // A page of its own, not a dialog over the order: the order is left behind.
      window.location.assign(nextPage(cart?.ok ? cart.answer : null));
      return;
    }
    setBusy(false);
    setRefusal(begun.message);
    setRound(round + 1);
  }

  return (
    <Dialog
      title={t("exchange.title")}
      open
      onClose={onClose}
      keepsOnPress
      isStatic={isBusy}
      withoutClose={isBusy}
      footer={
        isPossible ? (
          <>
            <Button appearance="secondary" disabled={isBusy} onClick={onClose}>
              {t("exchange.keep")}
            </Button>
            <Button disabled={units.length === 0} busy={isBusy} onClick={() => void begin()}>
              {t("exchange.continue")}
            </Button>
          </>
        ) : null
      }
    >
      {state === null ? (
        <p role="status" className="flex items-center gap-3 py-4 text-ink-2">
          <Spinner />
          {t("loading.default")}
        </p>
      ) : null}
      {state && "problem" in state ? (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <Button appearance="secondary" onClick={() => setRound(round + 1)}>
              {t("alert.retry")}
            </Button>
          }
        >
          {state.problem}
        </Alert>
      ) : null}
      {state && "items" in state && !isPossible ? <p>{t("exchange.none")}</p> : null}
      <div className="grid gap-4">
        {items.map((item) => (
          <UnitList
            key={item.orderItemId}
            item={item}
            chosen={chosen}
            disabled={isBusy}
            onChange={(numbers, isChosen) => {
              setRefusal(null);
              setChosen(withUnits(chosen, item, numbers, isChosen));
            }}
          />
        ))}
        {isPossible ? <p className="text-sm text-ink-2">{t("exchange.how")}</p> : null}
        {refusal === null ? null : (
          <Alert tone="error" label={t("alert.error")}>
            {refusal}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

/** The line with what is said about exchanging it, in place of canceling it. */
function asExchanged(t: Translate<"exchange">, item: Item): Item {
  const { exchangeRefusal, exchangeUntil: until = "", exchangeFee: fee, refusal: _, ...rest } = item;
  const policy =
    fee > 0 ? t("exchange.until-fee", { until, fee: formatMoney(fee) }) : t("exchange.until", { until });
  const exchanged = { ...rest, exchangeFee: fee, policy };
  return exchangeRefusal === undefined ? exchanged : { ...exchanged, refusal: exchangeRefusal };
}

/** Where the new tickets are chosen: the page of the product, or the cart if there are several. */
function nextPage(cart: Cart | null): string {
  const [first, ...others] = cart?.exchange?.items ?? [];
  const isOne = first && others.every((item) => item.productId === first.productId);
  return isOne ? routes.product({ id: first.productId, weekCalendar: first.weekCalendar }) : routes.cart();
}
