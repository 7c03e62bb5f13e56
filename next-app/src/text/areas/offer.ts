export const offerTexts = {
  "offer.list": "Discounts",
  "offer.discount": "discount",
  "offer.some": "{{name}} (for {{count}} of {{quantity}} items)",
} as const;
