export const closedTexts = {
  "closed.sold-out": "This product is sold out.",
  "closed.ended": "All dates for this product have passed.",
  "closed.not-on-sale": "This product isn't available right now.",
  "closed.notify-me": "Notify me by email",
  "closed.see-others": "See what else you can buy",
} as const;
