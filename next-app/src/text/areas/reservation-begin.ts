export const reservationBeginTexts = {
  "reservation-begin.intro":
    "Enter your contact details. Next, you'll add your passes and tickets and choose the day of your visit.",
  "reservation-begin.first-name-label": "First Name",
  "reservation-begin.last-name-label": "Last Name",
  "reservation-begin.email-label": "Email",
  "reservation-begin.email-hint": "We'll send your confirmation here",
  "reservation-begin.phone-label": "Phone",
  "reservation-begin.phone-hint": "You'll need this number to find your reservation again",
  "reservation-begin.zip-label": "ZIP code",
  "reservation-begin.saving": "Saving your details",
  "reservation-begin.venue": "Venue: {{name}}",
  "reservation-begin.change-venue": "Change venue",
  "reservation-begin.look-up": "Find an existing reservation",
} as const;
