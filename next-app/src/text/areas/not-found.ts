export const notFoundTexts = {
  "not-found.title": "Not Found",
  "not-found.body": "This page does not exist, or the product is no longer on sale.",
  "not-found.home": "See what is on sale",
  "not-found.cart": "Go to your cart",
} as const;
