export const checkoutApiTexts = {
  "checkout.delivery": "Delivery method is required",
  "checkout.payment": "Payment method is required",
  "checkout.terms-required": "Please accept the terms of sale and use.",
  "checkout.location-required": "Please confirm the location.",
  "checkout.installment-terms-required": "Please accept the terms of the payment plan.",
  "checkout.installment-terms-label": "I accept the terms of the payment plan",
} as const;
