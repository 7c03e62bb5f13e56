export const cartApiTexts = {
  "cart.empty": "Your shopping cart is empty",
} as const;
