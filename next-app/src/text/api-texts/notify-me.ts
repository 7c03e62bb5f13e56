export const notifyMeApiTexts = {
  "notify-me.requested": "We'll email you once, as soon as you can book.",
  "notify-me.can-be-booked": "Good news: you can book now.",
} as const;
