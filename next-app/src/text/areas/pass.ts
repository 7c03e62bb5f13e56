import { passApiTexts } from "../api-texts/pass";

export const passTexts = {
  ...passApiTexts,
  "pass.new": "New Passholder",
  "pass.named": "{{name}} ({{id}})",
  "pass.for": "For {{name}}",
  "pass.billing-blocked": "These passes can't be combined in one payment plan. You can pay for them in full.",
} as const;
