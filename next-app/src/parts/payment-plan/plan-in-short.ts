import type { InstallmentBilling } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

/** The later payments of an in-house plan: how many, and how much each of them is. */
export function laterPayments(
  t: Translate<"plan">,
  plan: InstallmentBilling,
): { count: number; each: string } {
  const amounts = plan.payments.map(({ paymentAmount }) => formatMoney(paymentAmount));
  const [first = ""] = amounts;
  // The last payment may differ by a few cents.
  const each = new Set(amounts).size > 1 ? t("plan.about", { amount: first }) : first;
  return { count: amounts.length, each };
}

/** The part of today's payment that is the fee of an in-house plan; "" if the plan has no fee. */
export function feeInShort(t: Translate<"plan">, { planFee }: InstallmentBilling): string {
  return planFee ? t("plan.with-fee", { amount: formatMoney(planFee) }) : "";
}

/** An in-house plan in one line: `11 payments: $35.00 today, then 10 monthly payments of $16.81`. */
export function planInShort(t: Translate<"plan">, plan: InstallmentBilling): string {
  const { count, each } = laterPayments(t, plan);
  const today = formatMoney(plan.downPayment ?? 0);
  return t(count === 1 ? "plan.in-short-one" : "plan.in-short", { all: count + 1, count, today, each });
}
