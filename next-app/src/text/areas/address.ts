import { addressApiTexts } from "../api-texts/address";

export const addressTexts = {
  ...addressApiTexts,
  "address.first-name-label": "First Name",
  "address.last-name-label": "Last Name",
  "address.phone-label": "Phone",
  "address.phone-hint": "For questions about this order",
  "address.phone-digits": "10 digits, including the area code",
  "address.country-label": "Country",
  "address.country-choose": "Choose a country",
  "address.address1-label": "Address 1",
  "address.address2-label": "Apt/Suite",
  "address.address2-add": "Add apartment or suite",
  "address.city-label": "City",
  "address.state-label": "State",
  "address.state-choose": "Choose a state",
  "address.province-label": "Province",
  "address.province-choose": "Choose a province",
  "address.state-province-label": "State / province",
  "address.zip-label": "ZIP code",
  "address.postal-code-label": "Postal code",
  "address.state-cleared": "The country has changed. Please choose the state or province again.",
  "address.state-from-zip": "State set to {{state}} based on the ZIP code.",
  "address.country-changed":
    "The country has changed, and so have the formats of the {{phone}} and {{zip}} fields.",
} as const;
