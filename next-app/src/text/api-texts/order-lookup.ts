export const orderLookupApiTexts = {
  "order-lookup.phone-required": "A valid, numeric phone number is required",
  "order-lookup.link-sent":
    "If this number and this email address belong to an order, we've sent its confirmation to that address.",
  "order-lookup.number-required": "A confirmation number is required",
} as const;
