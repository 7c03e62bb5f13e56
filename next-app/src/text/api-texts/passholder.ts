export const passholderApiTexts = {
  "passholder.first-name": "First name is required",
  "passholder.last-name": "Last name is required",
  "passholder.email": "Email address is invalid (email address is not required)",
  "passholder.birth-date": "A valid birth date is required (mm/dd/yyyy)",
  "passholder.address1": "Address1 is required",
  "passholder.address2": "Apt/Suite can have up to 50 characters",
  "passholder.city": "City is required",
  "passholder.state": "State is required",
  "passholder.zip": "A 5 digit US or 6 character Canadian postal code is required",
  "passholder.phone": "A 10 digit phone number is required",
} as const;
