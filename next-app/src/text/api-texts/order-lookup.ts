export const orderLookupApiTexts = {
  "order-lookup.phone-required": "A valid, numeric phone number is required",
  "order-lookup.link-sent":
    "If this confirmation number and email address match an order, we've sent its confirmation to that address.",
  "order-lookup.number-required": "A confirmation number is required",
  "order-lookup.number-shape": "A confirmation number is 8 letters and digits, such as 7KQF2M9X",
} as const;
