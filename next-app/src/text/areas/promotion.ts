export const promotionTexts = {
  "promotion.title": "Promotion Code",
  "promotion.intro": "Enter your code to see your offer.",
  "promotion.applied": "Your code {{code}} has been applied to the prices below.",
  "promotion.label": "Promotion Code",
  "promotion.advance-label": "Presale code",
  "promotion.advance-sign-in": "Sign in to buy with your pass",
  "promotion.submit": "Submit",
  "promotion.missing": "Enter your code.",
  "promotion.wait-minutes": "You can try again in {{minutes}} minutes.",
  "promotion.wait-minute": "You can try again in a minute.",
  "promotion.have-one": "Have a promotion code?",
} as const;
