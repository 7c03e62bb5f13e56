import type { ReservationItem } from "@/api/types";
import { formatMoney } from "@/lib/money";

/** Rows of a reservation: its visitors with their tickets, or its add-ons. */
export function ItemRows({ items }: { items: ReservationItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ kind, name, detail, quantity, amount }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may have equal content, and their order never changes
          key={index}
          data-kind={kind}
          className="flex items-start justify-between gap-4 py-2"
        >
          <div className="min-w-0">
            <p className="font-semibold">{name}</p>
            {detail ? <p className="text-sm text-ink-2">{detail}</p> : null}
          </div>
          <p className="figures flex-none text-right">
            × {quantity}
            {amount === undefined ? null : <span className="block font-semibold">{formatMoney(amount)}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
