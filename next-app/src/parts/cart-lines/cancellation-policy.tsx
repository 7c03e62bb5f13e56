import type { CartItem } from "@/api/types";

/** What the shopper gets back who cancels these lines after they are bought; nothing if they have no rules. */
export function CancellationPolicy({ items }: { items: readonly CartItem[] }) {
  const policies = new Set(items.flatMap(({ cancellationPolicy }) => cancellationPolicy ?? []));
  return [...policies].map((policy) => (
    <p key={policy} className="text-sm text-ink-2">
      {policy}
    </p>
  ));
}
