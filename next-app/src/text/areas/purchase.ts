/** The steps of a purchase. */
export const purchaseTexts = {
  "purchase.steps": "Steps in your purchase",
  "purchase.step-passholders": "Passholders",
  "purchase.step-cart": "Cart",
  "purchase.step-checkout": "Checkout",
  "purchase.step-confirmation": "Confirmation",
} as const;
