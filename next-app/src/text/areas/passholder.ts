import { passholderApiTexts } from "../api-texts/passholder";

export const passholderTexts = {
  ...passholderApiTexts,
  "passholder.first-name-label": "First Name",
  "passholder.last-name-label": "Last Name",
  "passholder.email-label": "Email",
  "passholder.email-child": "Not needed for ages 13 and under",
  "passholder.birth-date-label": "Birth Date",
  "passholder.birth-date-hint": "mm/dd/yyyy",
  "passholder.birth-date-calendar": "Choose the birth date from a calendar",
  "passholder.birth-date-previous": "Previous month",
  "passholder.birth-date-next": "Next month",
  "passholder.birth-date-month": "Month",
  "passholder.birth-date-year": "Year",
  "passholder.address1-label": "Address 1",
  "passholder.address2-label": "Apt/Suite",
  "passholder.city-label": "City",
  "passholder.state-label": "State",
  "passholder.state-choose": "Choose a state",
  "passholder.zip-label": "ZIP code",
  "passholder.phone-label": "Phone",
} as const;
