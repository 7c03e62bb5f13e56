export const cartRemoveTexts = {
  "cart-remove.title": "Remove from your cart?",
  "cart-remove.line": "{{quantity}} × {{name}}, {{product}}",
  "cart-remove.others": "This also removes {{items}}, which can only be bought with {{hosts}}.",
  "cart-remove.places": "The spots held for you will be released.",
  "cart-remove.keep": "Keep",
  "cart-remove.proceed": "Remove",
  "cart-remove.gone": "This item is no longer in your cart.",
} as const;
