export const summaryTexts = {
  "summary.title": "Cart Summary",
  "summary.empty": "There are no items in your cart",
  "summary.details": "Details",
  "summary.subtotal": "Subtotal",
  "summary.delivery-by": "Delivery ({{method}})",
  "summary.delivery": "Delivery",
  "summary.tax": "Tax",
  "summary.included": "{{fee}}, included",
  "summary.fees": "Order fees",
  "summary.total": "Order total",
  "summary.due-today": "Due today",
  "summary.line": "{{quantity}} × {{name}}",
} as const;
