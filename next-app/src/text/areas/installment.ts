export const installmentTexts = {
  "installment.title": "Payment Options",
  "installment.intro": "Pay all of it now, or a part today and the rest month by month.",
  "installment.full": "Full Price",
  "installment.full-hint": "One payment, today",
  "installment.full-choose": "Continue with full price",
  "installment.or": "OR",
  "installment.plan": "Payment Plan",
  "installment.plan-hint": "today, then {{count}} monthly payments",
  "installment.plan-hint-one": "today, then one payment in a month",
  "installment.plan-choose": "Continue with payment plan",
  "installment.details": "Installments",
  "installment.saving": "Saving your choice",
} as const;
