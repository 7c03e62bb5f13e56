/** What was added to the cart. */
export const addedTexts = {
  "added.to-cart": "Added to your cart:",
  "added.ticket": "{{quantity}} × {{name}}",
} as const;
