import { reservationApiTexts } from "../api-texts/reservation";

/** Texts shared by several steps of a reservation. */
export const reservationTexts = {
  ...reservationApiTexts,
  "reservation.steps": "Steps in your reservation",
  "reservation.step-begin": "Guest Info",
  "reservation.step-link": "Add Tickets",
  "reservation.step-date": "Choose Date",
  "reservation.step-add-ons": "Add Ons",
  "reservation.step-review": "Review",
  "reservation.continue": "Continue",
  "reservation.save": "Save and Return to Review",
  "reservation.error-1": "Your session has timed out due to inactivity",
  "reservation.error-2": "Reservation has an incorrect status. Let's begin again.",
  "reservation.error-3": "Unexpected error occurred in reservation",
  "reservation.error-5": "Unexpected error occurred adding tickets",
  "reservation.error-8": "Unable to locate reservation",
  "reservation.error-9": "Unable to create reservation",
  "reservation.error-10": "Unable to create reservation",
  "reservation.error-other": "An unexpected error has occurred",
} as const;
