import { awayApiTexts } from "../api-texts/away";

/** Texts that are shown while the shop cannot be reached. */
export const awayTexts = {
  ...awayApiTexts,
  "away.page":
    "The next page can't be reached right now. What you entered is still here, and we keep trying.",
  "away.offline": "You are offline. We will go on when you are back.",
} as const;
