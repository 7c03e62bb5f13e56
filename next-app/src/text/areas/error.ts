export const errorTexts = {
  "error.title": "Something went wrong",
  "error.body": "We couldn't show this page. Your cart is saved.",
  "error.retry": "Try again",
  "error.reference": "Reference: {{reference}}",
  "error.transport": "We couldn't reach the shop. Please check your connection and try again.",
  "error.unexpected": "Something went wrong. Please try again.",
} as const;
