export const passApiTexts = {
  "pass.id-required": "Season Pass ID is required",
  "pass.zip-required": "Zip Code is required",
  "pass.phone-required": "Phone Number is required",
  "pass.none-valid": "No valid passes selected",
  "pass.correct-above": "Please correct errors above",
  "pass.selection-required": "Selection is required",
  "pass.name-locked": "The name on this pass can't be changed.",
  "pass.birth-date-locked": "The birth date on this pass can't be changed.",
  "pass.not-of-age": "The passholder's age doesn't qualify for this pass.",
} as const;
