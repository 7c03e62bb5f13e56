import { lenders } from "@/parts/lender-dialog/lenders";

export type PaymentDialog = "card" | "lender";

/**
 * Which dialog pays (spec 1 §4): the lender's only when a plan is selected, the card's otherwise. A processor that neither knows is
 * told by the card's: it cannot be opened.
 */
export function paymentDialog(processorUi: string, paysByPlan: boolean): PaymentDialog {
  return paysByPlan && lenders.includes(processorUi) ? "lender" : "card";
}
