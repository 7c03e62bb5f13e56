export const passApiTexts = {
  "pass.id-required": "Season Pass ID is required",
  "pass.zip-required": "Zip Code is required",
  "pass.phone-required": "Phone Number is required",
  "pass.none-valid": "No valid passes selected",
  "pass.correct-above": "Please correct errors above",
  "pass.selection-required": "Selection is required",
  "pass.name-locked": "The name on this pass cannot be changed.",
  "pass.birth-date-locked": "The birth date on this pass cannot be changed.",
  "pass.not-of-age": "This birth date isn't eligible for this pass.",
} as const;
