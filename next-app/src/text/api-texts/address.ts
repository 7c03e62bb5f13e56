export const addressApiTexts = {
  "address.name": "First name and last name must be between 1 and 35 characters",
  "address.phone-nanp": "Phone number must be a 10 digit numeric value for NANP countries",
  "address.phone-other": "Phone number cannot be longer than 15 numeric digits for other countries",
  "address.country": "Country selection is required",
  "address.street": "Street Address is required",
  "address.street-long": "Please shorten this address line to 100 characters or fewer",
  "address.city": "City is required",
  "address.state": "State / province is required",
  "address.zip": "5 digit US or 6 character Canadian code required, and it must be 10 characters or less",
  "address.email": "A valid email address is required",
} as const;
