/** The card brands. The API does not know which brands a processor accepts, so the operator lists them here. */
export const cardBrandTexts = {
  "card-brands.label": "Cards we accept",
  /** Names separated by commas. Empty shows no brands. */
  "card-brands.accepted": "Visa, Mastercard, American Express",
} as const;
