export const orderLookupApiTexts = {
  "order-lookup.phone-required": "A valid, numeric phone number is required",
  "order-lookup.number-required": "A confirmation number is required",
} as const;
