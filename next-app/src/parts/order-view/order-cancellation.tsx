"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { keys } from "@/api/swr";
import type { Order } from "@/api/types";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";

const loadDialog = () => import("@/parts/cancel-dialog/cancel-dialog");
const CancelDialog = lazy(loadDialog);
const loadExchangeDialog = () => import("@/parts/exchange-dialog/exchange-dialog");
const ExchangeDialog = lazy(loadExchangeDialog);

/** The rules by which the buyer may cancel or exchange, and the buttons that begin it. Renders nothing for an order without rules. */
export function OrderCancellation({ order, reload }: { order: Order; reload: () => void }) {
  const t = useText(alertTexts, confirmationTexts);
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState<"cancel" | "exchange" | null>(null);
  const { announcement, announce, clearAnnouncement, toasts } = useAnnouncement();
  const heading = useRef<HTMLHeadingElement>(null);
  const policies = order.items.flatMap((item) =>
    item.cancellationPolicy
      ? [{ name: item.productDisplayName, policy: item.cancellationPolicy, id: item.id }]
      : [],
  );
  const different = policies.filter(
    ({ name, policy }, at) =>
      policies.findIndex((other) => other.name === name && other.policy === policy) === at,
  );
  if (different.length === 0 && order.choices.length === 0) return null;

  /** Reads everything again that a cancellation changes. */
  function readAgain() {
    reload();
    router.refresh();
    void mutate(keys.ownedTickets(order.id));
  }

  async function canceled(message: string) {
    setOpen(null);
    readAgain();
    await announce(message);
    // The button may be gone, so the focus moves to the heading.
    heading.current?.focus();
  }

  return (
    <section data-screen-only aria-labelledby="cancellation" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="cancellation" ref={heading} tabIndex={-1} className="text-lg">
        {t("confirmation.cancellation")}
      </h2>
      {order.choices.map((choice) => (
        <Alert key={choice} tone="warning" label={t("alert.warning")} live={false}>
          {choice}
        </Alert>
      ))}
      <ul className="grid gap-2 empty:hidden">
        {different.map(({ id, name, policy }) => (
          <li key={id} className="break-words">
            {different.length > 1 ? <span className="block font-semibold">{name}</span> : null}
            {policy}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {order.isExchangeable ? (
          <Button
            appearance="secondary"
            onPointerEnter={loadExchangeDialog}
            onClick={() => {
              clearAnnouncement();
              setOpen("exchange");
            }}
          >
            {t("confirmation.exchange")}
          </Button>
        ) : null}
        {order.isCancelable ? (
          <Button
            appearance="secondary"
            onPointerEnter={loadDialog}
            onClick={() => {
              clearAnnouncement();
              setOpen("cancel");
            }}
          >
            {t("confirmation.cancel")}
          </Button>
        ) : null}
      </div>
      <StatusLine visible={announcement !== ""}>{announcement}</StatusLine>
      <Suspense fallback={null}>
        {open === "cancel" ? (
          <CancelDialog
            orderId={order.id}
            onClose={() => setOpen(null)}
            onCanceled={canceled}
            onFailed={readAgain}
          />
        ) : null}
        {open === "exchange" ? <ExchangeDialog orderId={order.id} onClose={() => setOpen(null)} /> : null}
      </Suspense>
      {toasts}
    </section>
  );
}
