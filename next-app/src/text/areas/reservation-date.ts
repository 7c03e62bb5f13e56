export const reservationDateTexts = {
  "reservation-date.intro": "Choose the day of your visit, then your entry time.",
  "reservation-date.chosen": "Chosen so far: {{when}}",
} as const;
