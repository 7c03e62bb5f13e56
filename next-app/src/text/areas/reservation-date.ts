export const reservationDateTexts = {
  "reservation-date.intro": "Choose the day of your visit, then your entry time.",
  "reservation-date.chosen": "Selected: {{when}}",
} as const;
