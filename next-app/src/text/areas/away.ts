/** Texts that are shown while the API is unavailable. */
export const awayTexts = {
  "away.title": "We'll be right back",
  "away.body": "The shop is briefly unavailable. Please try again in a minute. Your cart is saved.",
  "away.call": "The shop is briefly unavailable. Please try again in a minute.",
  "away.page":
    "The next page can't be reached right now. What you entered is still here, and we keep trying.",
  "away.retry": "Try again",
} as const;
