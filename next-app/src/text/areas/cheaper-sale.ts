/** A sale that sells something for less: on the pages of its products, on their cards, and in the cart. */
export const cheaperSaleTexts = {
  "cheaper-sale.title": "Sales",
  "cheaper-sale.price": "{{sale}}: {{price}}",
  "cheaper-sale.code": "Code {{code}}: {{sale}}",
  "cheaper-sale.save": "{{sale}}: save {{saved}} on {{items}}.",
  "cheaper-sale.save-instead": "{{sale}}, instead of {{applied}}: save {{saved}} on {{items}}.",
  "cheaper-sale.tickets": "{{product}} ({{tickets}})",
  "cheaper-sale.use": "Use this offer",
  "cheaper-sale.use-of": "Use this offer: {{sale}}",
  "cheaper-sale.checking": "Checking the offer",
  "cheaper-sale.using": "Applying the offer",
  "cheaper-sale.used": "“{{sale}}” has been applied. You save {{saved}} before tax.",
  "cheaper-sale.used-instead":
    "“{{sale}}” has been applied instead of {{applied}}. You save {{saved}} before tax.",
  "cheaper-sale.no-saving": "We didn't change anything because “{{sale}}” doesn't lower your total.",
} as const;
