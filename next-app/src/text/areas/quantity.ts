export const quantityTexts = {
  "quantity.minus": "Decrease {{name}}",
  "quantity.plus": "Increase {{name}}",
  "quantity.minimum": "Minimum quantity is {{min}}",
  "quantity.maximum": "Maximum quantity is {{max}}",
} as const;
