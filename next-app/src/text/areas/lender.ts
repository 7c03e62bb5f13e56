export const lenderTexts = {
  "lender.title": "Payment Plan Details",
  "lender.amount": "Amount due",
  "lender.not-contacted": "Contacting the lender",
  "lender.offer-available":
    "Choose how to repay the lender. You won't be charged until you place your order.",
  "lender.offer-unavailable":
    "The lender has no offer for this order. Nothing was charged. Apply again, or pay in full instead.",
  "lender.service-unavailable":
    "The lender's service is unavailable. Nothing was charged. Try again, or pay in full instead.",
  "lender.token-available": "Your payment plan is approved. Place your order to use it.",
  "lender.token-retrieved": "The lender is paying for your order. Please keep this page open.",
  "lender.unavailable": "The payment plan service is unavailable",
  "lender.frame-title": "Lender offer",
  "lender.pay": "Pay {{amount}} with a payment plan",
  "lender.retry": "Try again",
  "lender.cancel": "Cancel",
  "lender.too-many-calls": "too many calls",
  "lender.pay-in-full": "Pay in full",
  "lender.back": "Back to checkout",
} as const;
