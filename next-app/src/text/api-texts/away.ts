export const awayApiTexts = {
  "away.retry": "Try again",
} as const;
