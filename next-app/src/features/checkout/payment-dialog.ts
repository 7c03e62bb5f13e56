import type { PaymentMethod } from "@/api/types";
import { lenders } from "@/parts/lender-dialog/lenders";

export type PaymentDialog = "card" | "lender";

/**
 * The dialog that collects the payment: the lender dialog if a lender plan is selected, otherwise the card dialog. The
 * card dialog also reports a processor that neither dialog supports.
 */
export function paymentDialog(processorUi: string, paysByPlan: boolean): PaymentDialog {
  return paysByPlan && lenders.includes(processorUi) ? "lender" : "card";
}

/** Whether the shopper pays by card with this method. */
export function isPaidByCard(
  { processorUi }: PaymentMethod,
  { planTerms }: { planTerms: string | null },
): boolean {
  return paymentDialog(processorUi, planTerms !== null) === "card";
}
