export const reservationSiteTexts = {
  "reservation-site.intro": "Choose where you would like to visit.",
  "reservation-site.list": "Places to visit",
  "reservation-site.choose": "Choose",
  "reservation-site.choose-of": "Choose {{name}}",
  "reservation-site.chosen": "Your choice so far",
  "reservation-site.choosing": "Opening the reservations",
  "reservation-site.empty": "Nothing can be reserved here right now. Please check back soon.",
} as const;
