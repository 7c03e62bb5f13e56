export const reservationBeginTexts = {
  "reservation-begin.intro":
    "Tell us who is coming. Next you add your passes and tickets, and choose the day of your visit.",
  "reservation-begin.first-name-label": "First Name",
  "reservation-begin.last-name-label": "Last Name",
  "reservation-begin.email-label": "Email",
  "reservation-begin.email-hint": "for the confirmation of your reservation",
  "reservation-begin.phone-label": "Phone",
  "reservation-begin.phone-hint": "to find your reservation again",
  "reservation-begin.zip-label": "Zip",
  "reservation-begin.saving": "Saving your details",
  "reservation-begin.look-up": "Find a reservation that you made",
} as const;
