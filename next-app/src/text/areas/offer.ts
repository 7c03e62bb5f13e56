export const offerTexts = {
  "offer.list": "Discounts",
  "offer.discount": "discount",
} as const;
