"use client";

import type { Order } from "@/api/types";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

/**
 * The rules by which the buyer may cancel or exchange what is left of an order. The buttons that begin it are at the top of
 * the page. Renders nothing if there are no rules.
 */
export function OrderCancellation({ order }: { order: Order }) {
  const t = useText(confirmationTexts);
  const policies = order.items.flatMap((item) =>
    item.cancellationPolicy && item.unitsLeft > 0
      ? [{ name: item.productDisplayName, policy: item.cancellationPolicy, id: item.id }]
      : [],
  );
  const different = policies.filter(
    ({ name, policy }, at) =>
      policies.findIndex((other) => other.name === name && other.policy === policy) === at,
  );
  if (different.length === 0) return null;
  return (
    <section data-screen-only aria-labelledby="cancellation" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="cancellation" className="text-lg">
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
    </section>
  );
}
