"use client";

import type { Order } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ChangeButtons, type OrderChange } from "./use-order-changes";

type Props = { order: Order; onBegin: (change: OrderChange) => void };

/**
 * The rules by which the buyer may cancel or exchange what is left of an order, and the buttons that begin it. Renders
 * nothing if there are no rules.
 */
export function OrderCancellation({ order, onBegin }: Props) {
  const t = useText(alertTexts, confirmationTexts);
  const policies = order.items.flatMap((item) =>
    item.cancellationPolicy && item.unitsLeft > 0
      ? [{ name: item.productDisplayName, policy: item.cancellationPolicy, id: item.id }]
      : [],
  );
  const different = policies.filter(
    ({ name, policy }, at) =>
      policies.findIndex((other) => other.name === name && other.policy === policy) === at,
  );
  if (different.length === 0 && order.choices.length === 0) return null;
  return (
    <section data-screen-only aria-labelledby="cancellation" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="cancellation" className="text-lg">
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
        <ChangeButtons order={order} onBegin={onBegin} />
      </div>
    </section>
  );
}
