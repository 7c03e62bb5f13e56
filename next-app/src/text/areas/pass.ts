import { passApiTexts } from "../api-texts/pass";

export const passTexts = {
  ...passApiTexts,
  "pass.new": "New Passholder",
  "pass.named": "{{name}} ({{id}})",
  "pass.for": "For {{name}}",
  "pass.same": "{{name}} already has this pass.",
  "pass.same-until": "{{name}} already has this pass, valid through {{day}}.",
  "pass.same-in-cart": "This pass is in your cart more than once for {{name}}.",
  "pass.billing-blocked": "These passes can't be combined in one payment plan. You can pay for them in full.",
} as const;
