export const reservationDateTexts = {
  "reservation-date.intro": "Choose the day of your visit, then the time at which you would like to come in.",
  "reservation-date.chosen": "Chosen so far: {{when}}",
} as const;
