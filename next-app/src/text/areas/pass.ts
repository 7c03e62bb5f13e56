export const passTexts = {
  "pass.id-required": "Season Pass ID is required",
  "pass.zip-required": "Zip Code is required",
  "pass.phone-required": "Phone Number is required",
  "pass.none-valid": "No valid passes selected",
  "pass.correct-above": "Please correct errors above",
  "pass.selection-required": "Selection is required",
  "pass.name-locked": "The name on this pass cannot be changed.",
  "pass.birth-date-locked": "The birth date on this pass cannot be changed.",
  "pass.not-of-age": "This pass is not for somebody who was born on that day.",
  "pass.new": "New Passholder",
  "pass.named": "{{name}} ({{id}})",
  "pass.for": "For {{name}}",
  "pass.billing-blocked":
    "These passes cannot be paid for together by installments. You can pay for them in full.",
} as const;
