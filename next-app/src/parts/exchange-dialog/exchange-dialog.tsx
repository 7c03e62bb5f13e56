"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import type { Item } from "@/parts/unit-dialog/chosen";
import { UnitDialog } from "@/parts/unit-dialog/unit-dialog";
import { useUnits } from "@/parts/unit-dialog/use-units";
import { exchangeTexts } from "@/text/areas/exchange";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";

/** Chooses the units of an order to exchange. The new ones are chosen on the page of their product. */
export default function ExchangeDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText(exchangeTexts);
  const chosen = useUnits(orderId, (item) => asExchanged(t, item));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  // A browser may show this page again as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);

  async function begin() {
    if (isBusy) return;
    setRefusal(null);
    setBusy(true);
    const params = { path: { id: orderId } };
    const begun = await call((api) =>
      api.POST("/order/exchange/{id}", { params, body: { units: chosen.units } }),
    );
    const cart = begun.ok ? await call<Cart>((api) => api.GET("/cart")) : null;
    if (begun.ok) {
      // A page of its own, not a dialog over the order: the order is left behind.
      window.location.assign(nextPage(cart?.ok ? cart.answer : null));
      return;
    }
    setBusy(false);
    setRefusal(begun.message);
    chosen.reload();
  }

  return (
    <UnitDialog
      title={t("exchange.title")}
      units={chosen}
      none={t("exchange.none")}
      keep={t("exchange.keep")}
      submit={{ label: t("exchange.continue"), isReady: true, onPress: () => void begin() }}
      problem={refusal}
      isBusy={isBusy}
      onChange={() => setRefusal(null)}
      onClose={onClose}
    >
      {chosen.isPossible ? <p className="text-sm text-ink-2">{t("exchange.how")}</p> : null}
    </UnitDialog>
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

/** Where the new tickets are chosen: the page of the product or bundle, or the cart if there are several. */
function nextPage(cart: Cart | null): string {
  const [first, ...others] = cart?.exchange?.items ?? [];
  const isOne = first && others.every((item) => item.productId === first.productId);
  return isOne ? routes.replacement(first) : routes.cart();
}
