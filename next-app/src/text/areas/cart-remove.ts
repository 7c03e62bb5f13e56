export const cartRemoveTexts = {
  "cart-remove.title": "Remove from your cart?",
  "cart-remove.line": "{{quantity}} × {{name}}, {{product}}",
  "cart-remove.places": "The places held for you are given back.",
  "cart-remove.keep": "Keep",
  "cart-remove.proceed": "Remove",
} as const;
