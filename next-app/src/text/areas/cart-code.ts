/** The field for a promotion code in the cart and at checkout. */
export const cartCodeTexts = {
  "cart-code.title": "Add a promotion code",
  "cart-code.enter": "Enter your code on its own page",
  "cart-code.apply": "Apply",
  "cart-code.checking": "Checking your code",
  "cart-code.applying": "Applying your code",
  "cart-code.offer": "Your offer",
  "cart-code.applied": "{{code}} is applied: {{offer}}. You save {{saved}}, and your total is now {{total}}.",
  "cart-code.applied-plain": "{{code}} is applied: {{offer}}.",
  "cart-code.nothing": "{{code}} is valid: {{offer}}. It does not apply to anything in your cart.",
  "cart-code.places":
    "{{code}} is valid: {{offer}}. To use it, please choose your seats on the page of the offer.",
  "cart-code.no-saving":
    "{{code}} is valid: {{offer}}. Your cart already has an offer that the code would replace, so nothing was changed.",
  "cart-code.twice":
    "Your code is applied, but the items at the regular price are still in your cart. Please remove them.",
  "cart-code.see-offer": "See the offer",
} as const;
