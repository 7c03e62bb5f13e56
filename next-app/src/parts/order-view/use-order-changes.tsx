"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { keys } from "@/api/swr";
import type { Order } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

const loadDialog = () => import("@/parts/cancel-dialog/cancel-dialog");
const CancelDialog = lazy(loadDialog);
const loadExchangeDialog = () => import("@/parts/exchange-dialog/exchange-dialog");
const ExchangeDialog = lazy(loadExchangeDialog);

export type OrderChange = "cancel" | "exchange";

/** Canceling and exchanging tickets of an order: the dialogs, and the message after a cancellation. */
export function useOrderChanges(order: Order, reload: () => void) {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState<OrderChange | null>(null);
  const [canceled, setCanceled] = useState<string | null>(null);

  /** Reads everything again that a cancellation changes. */
  function readAgain() {
    reload();
    router.refresh();
    void mutate(keys.ownedTickets(order.id));
  }

  return {
    begin: (change: OrderChange) => {
      setCanceled(null);
      setOpen(change);
    },
    notice: canceled === null ? null : <Canceled message={canceled} />,
    dialogs: (
      <Suspense fallback={null}>
        {open === "cancel" ? (
          <CancelDialog
            orderId={order.id}
            onClose={() => setOpen(null)}
            onCanceled={(message) => {
              setOpen(null);
              setCanceled(message);
              readAgain();
            }}
            onFailed={readAgain}
          />
        ) : null}
        {open === "exchange" ? <ExchangeDialog orderId={order.id} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    ),
  };
}

/** What was canceled and is paid back. It takes the focus, because the button that opened the dialog may be gone. */
function Canceled({ message }: { message: string }) {
  const t = useText(alertTexts);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <div data-screen-only>
      <Alert ref={alert} tone="success" label={t("alert.success")}>
        {message}
      </Alert>
    </div>
  );
}

type ButtonProps = { order: Order; onBegin: (change: OrderChange) => void };

/** The buttons that begin an exchange and a cancellation, as far as the rules of the purchase allow them now. */
export function ChangeButtons({ order, onBegin }: ButtonProps) {
  const t = useText(confirmationTexts);
  return (
    <>
      {order.isExchangeable ? (
        <Button
          appearance="secondary"
          onPointerEnter={loadExchangeDialog}
          onClick={() => onBegin("exchange")}
        >
          {t("confirmation.exchange")}
        </Button>
      ) : null}
      {order.isCancelable ? (
        <Button appearance="secondary" onPointerEnter={loadDialog} onClick={() => onBegin("cancel")}>
          {t("confirmation.cancel")}
        </Button>
      ) : null}
    </>
  );
}
