export const legalTexts = {
  "legal.privacy-description": "How we use and protect your personal information.",
  "legal.use-description": "The terms for using this website.",
} as const;
