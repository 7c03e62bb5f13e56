"use client";

import type { InstallmentBilling } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { DataTable } from "@/ui/data-table";
import { lender } from "./plan";

type Props = {
  plan: InstallmentBilling;
  /** The date of the first payment, `YYYY-MM-DD`; today if absent. */
  firstDate?: string;
};

/** All disclosures of a payment plan: its costs, then its payments. For a lender's plan, only its disclaimer. */
export function PlanTable({ plan, firstDate }: Props) {
  const t = useText(planTexts);
  const figures: [string, string][] = [
    [t("plan.apr"), t("plan.apr-value", { percent: (plan.apr ?? 0).toFixed(2) })],
    [t("plan.finance-charge"), formatMoney(plan.financeCharge ?? 0)],
    [t("plan.amount-financed"), formatMoney(plan.amountFinanced ?? 0)],
    [t("plan.total-of-payments"), formatMoney(plan.totalOfPayments ?? 0)],
    ...(plan.planFee ? [[t("plan.fee"), formatMoney(plan.planFee)] satisfies [string, string]] : []),
    [`${t("plan.total-sales-price")} *`, formatMoney(plan.totalSalesPrice ?? 0)],
  ];
  const disclaimer = plan.planDisclaimer ? (
    <div className="prose text-sm text-ink-2" dangerouslySetInnerHTML={{ __html: plan.planDisclaimer }} />
  ) : null;
  if (plan.planTypeId === lender) return disclaimer;
  return (
    <div className="grid gap-5">
      <dl className="figures grid gap-1.5">
        {figures.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="min-w-0 text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        className="figures"
        caption={t("plan.table")}
        columns={[
          { heading: t("plan.column-payment") },
          { heading: t("plan.column-date") },
          { heading: t("plan.column-amount"), align: "right" },
        ]}
      >
        <tr className="border-b border-line font-semibold">
          <th scope="row" className="py-2 text-left">
            {t("plan.first")} {t("plan.marker")}
          </th>
          <td className="py-2 pl-3">{firstDate ? formatDate(firstDate) : t("plan.today")}</td>
          <td className="py-2 pl-3 text-right">{formatMoney(plan.downPayment ?? 0)}</td>
        </tr>
        {plan.payments.map((payment) => (
          <tr key={payment.paymentNumber} className="border-b border-line">
            <th scope="row" className="py-2 text-left font-normal">
              {payment.paymentNumber + 1}
            </th>
            <td className="py-2 pl-3">{formatDate(payment.paymentDate)}</td>
            <td className="py-2 pl-3 text-right">{formatMoney(payment.paymentAmount)}</td>
          </tr>
        ))}
      </DataTable>
      <div className="grid gap-1 text-sm text-ink-2">
        <p>* {t("plan.price-note")}</p>
        <p>
          {t("plan.marker")} {t("plan.first-note")}
        </p>
      </div>
      {disclaimer}
    </div>
  );
}
