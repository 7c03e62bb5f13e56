export const errorTexts = {
  "error.title": "Something went wrong",
  "error.body": "This page could not be shown. Your cart is saved.",
  "error.retry": "Try again",
  "error.reference": "Reference: {{reference}}",
  "error.transport": "The shop could not be reached. Please check your connection and try again.",
  "error.unexpected": "Something went wrong. Please try again.",
} as const;
