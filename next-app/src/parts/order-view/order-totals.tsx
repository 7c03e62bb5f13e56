import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";
import { classNames } from "@/ui/class-names";

/** The order type of a purchase. Only the prices of purchases consist of a net amount, taxes and fees. */
const purchase = 1;

export function OrderTotals({ t, order }: { t: Translate<"confirmation">; order: Order }) {
  const rows: [name: string, amount: number, part?: true][] = [];
  const included = order.fees.filter((fee) => fee.included);
  const added = order.fees.filter((fee) => !fee.included);
  if (order.orderTypeId === purchase) {
    rows.push([t("confirmation.subtotal"), order.displaySubtotal]);
    for (const { code, amount } of order.codeSavings)
      rows.push([t("confirmation.code-saving", { code }), -amount, true]);
    for (const { name, amount } of included)
      rows.push([t("confirmation.included", { fee: name }), amount, true]);
  }
  if (order.deliveryTotal > 0) rows.push([t("confirmation.delivery"), order.deliveryTotal]);
  if (order.orderTypeId === purchase) {
    rows.push([t("confirmation.tax"), order.taxTotal]);
    const [first] = added;
    if (first && added.length === 1) rows.push([first.name, first.amount]);
    else {
      rows.push([t("confirmation.fees"), order.addedFeeTotal]);
      for (const fee of added) rows.push([fee.name, fee.amount, true]);
    }
  }
  const { exchange } = order;
  const exchanged: [name: string, amount: number][] = exchange
    ? [
        [t("confirmation.exchange-of", { order: exchange.invoiceNumber }), -exchange.credit],
        exchange.refund > 0
          ? [t("confirmation.exchange-refund"), exchange.refund]
          : [t("confirmation.exchange-paid"), order.orderTotal - exchange.credit],
      ]
    : [];
  return (
    <dl className="figures grid gap-1.5 sm:ml-auto sm:w-72 print:gap-0 print:text-sm">
      {rows.map(([name, amount, part]) => (
        <div
          key={name}
          className={classNames("flex justify-between gap-4", part && "pl-4 text-sm text-ink-2")}
        >
          <dt className="text-ink-2">{name}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 pt-1 font-bold">
        <dt>{t("confirmation.total")}</dt>
        <dd data-order-total className="text-xl">
          {formatMoney(order.orderTotal)}
        </dd>
      </div>
      {exchanged.map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="min-w-0 text-ink-2">{name}</dt>
          <dd className="flex-none">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
