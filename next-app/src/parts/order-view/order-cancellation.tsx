"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { keys } from "@/api/swr";
import type { Order } from "@/api/types";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";

const loadDialog = () => import("@/parts/cancel-dialog/cancel-dialog");
const CancelDialog = lazy(loadDialog);

/** The rules by which the buyer may cancel, and the button that begins it. Renders nothing for an order without rules. */
export function OrderCancellation({ order, reload }: { order: Order; reload: () => void }) {
  const t = useText(confirmationTexts);
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(false);
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
  if (different.length === 0) return null;

  /** Reads everything again that a cancellation changes. */
  function readAgain() {
    reload();
    router.refresh();
    void mutate(keys.ownedTickets(order.id));
  }

  async function canceled(message: string) {
    setOpen(false);
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
      <ul className="grid gap-2">
        {different.map(({ id, name, policy }) => (
          <li key={id} className="break-words">
            {different.length > 1 ? <span className="block font-semibold">{name}</span> : null}
            {policy}
          </li>
        ))}
      </ul>
      {order.isCancelable ? (
        <Button
          appearance="secondary"
          className="justify-self-start"
          onPointerEnter={loadDialog}
          onClick={() => {
            clearAnnouncement();
            setOpen(true);
          }}
        >
          {t("confirmation.cancel")}
        </Button>
      ) : null}
      <StatusLine visible={announcement !== ""}>{announcement}</StatusLine>
      <Suspense fallback={null}>
        {open ? (
          <CancelDialog
            orderId={order.id}
            onClose={() => setOpen(false)}
            onCanceled={canceled}
            onFailed={readAgain}
          />
        ) : null}
      </Suspense>
      {toasts}
    </section>
  );
}
