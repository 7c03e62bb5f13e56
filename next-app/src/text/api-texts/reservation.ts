export const reservationApiTexts = {
  "reservation.error-4": "Tickets were not added successfully. Let's try again.",
  "reservation.error-6": "The date of visit was not added successfully. Let's try again.",
  "reservation.error-7": "Access to the reservation no longer allowed",
  "reservation.first-name": "First Name is required",
  "reservation.last-name": "Last Name is required",
  "reservation.email": "A valid email address is required",
  "reservation.phone": "A ten digit phone number is required",
  "reservation.zip": "A 5 digit US or 6 character Canadian postal code is required",
  "reservation.no-tickets":
    "You must add at least one (1) ID or barcode as instructed above before you can continue.",
  "reservation.too-many-guests": "Reservations are limitied to a maximum of {{count}} guests",
  "reservation.too-many-children":
    "You can only have a max of {{count}} non-ticketed child(ren) per reservation",
  "reservation.too-many-additional":
    "You can only have a max of {{count}} additional adult(s) or child(ren) (4+) per reservation",
  "reservation.too-many-friends": "The reservation only allows {{count}} bring a friends",
} as const;
