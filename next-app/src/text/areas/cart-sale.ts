/** A sale that sells items of the cart for less, in the cart and at checkout. */
export const cartSaleTexts = {
  "cart-sale.save": "{{sale}}: save {{saved}} on {{items}}.",
  "cart-sale.save-instead": "{{sale}}, instead of {{applied}}: save {{saved}} on {{items}}.",
  "cart-sale.tickets": "{{product}} ({{tickets}})",
  "cart-sale.use": "Use this offer",
  "cart-sale.use-of": "Use this offer: {{sale}}",
  "cart-sale.checking": "Checking the offer",
  "cart-sale.using": "Applying the offer",
  "cart-sale.used": "“{{sale}}” has been applied. You save {{saved}} before tax.",
  "cart-sale.used-instead":
    "“{{sale}}” has been applied instead of {{applied}}. You save {{saved}} before tax.",
  "cart-sale.no-saving": "We didn't change anything because “{{sale}}” doesn't lower your total.",
} as const;
