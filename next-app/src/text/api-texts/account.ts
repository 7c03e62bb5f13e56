export const accountApiTexts = {
  "account.password-rule":
    "Use 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit, and a symbol",
} as const;
