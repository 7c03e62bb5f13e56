"use client";

import type { Cart } from "@/api/types";
import { namesOf } from "@/parts/cart-lines/leaving";
import { type Exchange, exchangedInWords } from "@/parts/exchange-notice/exchange-state";
import { alertTexts } from "@/text/areas/alert";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { exchangeTexts } from "@/text/areas/exchange";
import { placeTexts } from "@/text/areas/place";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { replacementsIn } from "./replacements";

type Props = {
  exchange: Exchange;
  cart: Pick<Cart, "itemGroups">;
  /** Why the exchange could not be ended; null if it was not tried. */
  problem: string | null;
  isBusy: boolean;
  /** Ends the exchange, and removes what was chosen for it or leaves it in the cart. */
  onEnd: (removes: boolean) => void;
  onClose: () => void;
};

/** Asks what becomes of the new tickets in the cart if the shopper keeps the present ones. */
export default function EndExchangeDialog({ exchange, cart, problem, isBusy, onEnd, onClose }: Props) {
  const t = useText(alertTexts, cartRemoveTexts, exchangeTexts, placeTexts);
  const { invoiceNumber: order } = exchange;
  return (
    <Dialog
      open
      role="alertdialog"
      title={t("exchange.stop-title")}
      isStatic={isBusy}
      withoutClose={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button appearance="secondary" disabled={isBusy} onClick={onClose}>
            {t("exchange.go-on")}
          </Button>
          <Button appearance="secondary" disabled={isBusy} onClick={() => onEnd(false)}>
            {t("exchange.stop-buy")}
          </Button>
          <Button autoFocus busy={isBusy} onClick={() => onEnd(true)}>
            {t("exchange.stop-remove")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t("exchange.stop-kept", { items: exchangedInWords(t, exchange, ""), order })}</p>
        <p>{t("exchange.stop-new", { items: namesOf(t, replacementsIn(cart, exchange)) })}</p>
        {problem ? (
          <Alert tone="error" label={t("alert.error")}>
            {problem}
          </Alert>
        ) : null}
      </div>
    </Dialog>
  );
}
