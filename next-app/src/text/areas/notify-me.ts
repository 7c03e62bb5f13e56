import { notifyMeApiTexts } from "../api-texts/notify-me";

export const notifyMeTexts = {
  ...notifyMeApiTexts,
  "notify-me.page": "Notify me",
  "notify-me.title": "Get an email when you can book {{product}}",
  "notify-me.email": "Email address",
  "notify-me.once": "We'll use your address only for this one email and delete it afterward.",
  "notify-me.not-held": "We won't hold a spot for you. Booking is first come, first served.",
  "notify-me.submit": "Notify me",
  "notify-me.requested-title": "We'll let you know",
  "notify-me.requested-for": "You entered {{email}}.",
  "notify-me.other-address": "Use another address",
  "notify-me.book": "See dates and prices",
  "notify-me.back": "Back to {{product}}",
} as const;
