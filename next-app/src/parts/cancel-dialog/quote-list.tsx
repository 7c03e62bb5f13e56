import type { CancellationQuote } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

/** What the buyer gets back, row by row as it is computed. Rows of zero are left out. */
export function QuoteList({ t, quote }: { t: Translate<"cancellation">; quote: CancellationQuote }) {
  const { worth, adjustment, keptShare, fee, noLongerDue, refund } = quote;
  const rows = [
    { name: t("cancellation.worth"), amount: worth },
    {
      name: t(adjustment < 0 ? "cancellation.less-offers" : "cancellation.more"),
      amount: adjustment,
    },
    { name: t("cancellation.kept-share"), amount: -keptShare },
    { name: t("cancellation.cancellation-fee"), amount: -fee },
    { name: t("cancellation.no-longer-due"), amount: -noLongerDue },
  ].filter(({ amount }) => amount !== 0);
  return (
    <dl className="figures grid gap-1">
      {rows.map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-4 text-sm">
          <dt className="min-w-0 text-ink-2">{name}</dt>
          <dd className="flex-none">{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-1 text-lg font-bold">
        <dt>{t("cancellation.refund")}</dt>
        <dd>{formatMoney(refund)}</dd>
      </div>
    </dl>
  );
}
