import { lenders } from "@/parts/lender-dialog/lenders";

export type PaymentDialog = "card" | "lender";

/**
 * The dialog that collects the payment: the lender's if a lender plan is selected, the card's otherwise. The card
 * dialog also reports a processor that neither supports.
 */
export function paymentDialog(processorUi: string, paysByPlan: boolean): PaymentDialog {
  return paysByPlan && lenders.includes(processorUi) ? "lender" : "card";
}
