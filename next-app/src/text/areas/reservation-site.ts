export const reservationSiteTexts = {
  "reservation-site.intro": "Choose where you'd like to visit.",
  "reservation-site.list": "Places to visit",
  "reservation-site.choose": "Choose",
  "reservation-site.choose-of": "Choose {{name}}",
  "reservation-site.chosen": "Selected",
  "reservation-site.choosing": "Loading reservations",
  "reservation-site.start-over-title": "Start over at {{name}}?",
  "reservation-site.start-over":
    "Your reservation at {{site}} isn't finished. If you start over, we'll remove the tickets and passes you added and release any spots held for you.",
  "reservation-site.start-over-proceed": "Start over",
  "reservation-site.start-over-keep": "Keep it",
  "reservation-site.empty": "There's nothing to reserve here right now. Please check back soon.",
} as const;
