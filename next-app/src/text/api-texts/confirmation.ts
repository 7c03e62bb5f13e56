export const confirmationApiTexts = {
  "confirmation.resent": "Confirmation resent",
} as const;
