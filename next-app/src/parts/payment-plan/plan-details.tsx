"use client";

import type { InstallmentBilling } from "@/api/types";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { Disclosure } from "@/ui/disclosure";
import { lender } from "./plan";
import { planInShort } from "./plan-in-short";
import { PlanTable } from "./plan-table";

type Props = {
  plan: InstallmentBilling;
  /** The date of the first payment, `YYYY-MM-DD`; today if absent. */
  firstDate?: string;
};

/** A payment plan in one line, with all its disclosures folded below it. A printed page shows everything. */
export function PlanDetails({ plan, firstDate }: Props) {
  const t = useText(planTexts);
  if (plan.planTypeId === lender) return <PlanTable plan={plan} />;
  return (
    <div data-prints-open className="grid gap-1">
      <p className="figures">{planInShort(t, plan)}</p>
      <Disclosure title={t("plan.schedule-and-terms")}>
        <PlanTable plan={plan} firstDate={firstDate} />
      </Disclosure>
    </div>
  );
}
