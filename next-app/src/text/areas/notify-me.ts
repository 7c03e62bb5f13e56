import { notifyMeApiTexts } from "../api-texts/notify-me";

export const notifyMeTexts = {
  ...notifyMeApiTexts,
  "notify-me.page": "Notify me",
  "notify-me.title": "Get an email when {{product}} can be booked",
  "notify-me.email": "Email address",
  "notify-me.once": "We use your address for this one email, and delete it afterwards.",
  "notify-me.not-held": "No place is held for you: the first to book gets it.",
  "notify-me.submit": "Notify me",
  "notify-me.requested-title": "We'll let you know",
  "notify-me.requested-for": "You entered {{email}}.",
  "notify-me.other-address": "Use another address",
  "notify-me.book": "See dates and prices",
  "notify-me.back": "Back to {{product}}",
} as const;
