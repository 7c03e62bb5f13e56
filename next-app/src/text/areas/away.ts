import { awayApiTexts } from "../api-texts/away";

/** Texts that are shown while the shop cannot be reached. */
export const awayTexts = {
  ...awayApiTexts,
  "away.page":
    "We can't reach the next page right now. What you entered is still here, and we'll keep trying.",
  "away.offline": "You're offline. We'll pick up where you left off when you're back online.",
} as const;
