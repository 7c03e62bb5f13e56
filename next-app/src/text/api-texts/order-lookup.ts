export const orderLookupApiTexts = {
  "order-lookup.phone-required": "A valid, numeric phone number is required",
} as const;
