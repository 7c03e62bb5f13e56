export const checkoutApiTexts = {
  "checkout.delivery": "Delivery method is required",
  "checkout.payment": "Payment method is required",
  "checkout.terms-required": "Please accept the terms of sale and use.",
  "checkout.location-required": "Please confirm the location.",
  "checkout.installment-terms-required": "Please accept the payment plan terms.",
  "checkout.installment-terms-label": "I accept the payment plan terms",
} as const;
