export const notifyMeApiTexts = {
  "notify-me.requested": "We'll send one email to this address as soon as it can be booked.",
  "notify-me.can-be-booked": "Good news: this can be booked now.",
} as const;
