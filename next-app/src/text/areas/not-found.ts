export const notFoundTexts = {
  "not-found.title": "Not Found",
  "not-found.body": "This page doesn't exist, or the product is no longer available.",
  "not-found.home": "See what you can buy",
  "not-found.cart": "Go to your cart",
  "not-found.nearest": "You may be looking for",
} as const;
