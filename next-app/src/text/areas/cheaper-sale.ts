/** A sale that sells something for less: on the pages of its products, on their cards, and in the cart. */
export const cheaperSaleTexts = {
  "cheaper-sale.title": "Sales",
  "cheaper-sale.price": "{{sale}}: {{price}}",
  "cheaper-sale.code": "Code {{code}}: {{sale}}",
} as const;
