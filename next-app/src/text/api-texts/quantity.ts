export const quantityApiTexts = {
  "quantity.minimum": "Minimum quantity is {{min}}",
  "quantity.maximum": "Maximum quantity is {{max}}",
} as const;
