export const entitlementsTexts = {
  "entitlements.intro-ticket":
    "What your passes give you beyond admission. Choose what you would like to redeem now.",
  "entitlements.intro-account": "What your account gives you. Choose what you would like to redeem now.",
  "entitlements.empty": "You do not have any entitlements that can be redeemed at this time",
  "entitlements.failed": "Your entitlements could not be read.",
  "entitlements.reload": "Try again",
  "entitlements.holder": "by the pass of {{name}}",
  "entitlements.left": "{{left}} of {{total}} left",
  "entitlements.valid": "Valid",
  "entitlements.redeem": "Redeem",
  "entitlements.redeem-of": "Redeem {{variant}}, {{product}}: {{name}}",
  "entitlements.status": "{{name}}: {{left}} of {{total}} left",
  "entitlements.added": "Added to your cart. {{name}}: {{left}} of {{total}} left",
  "entitlements.opening": "Opening",
  "entitlements.continue": "Continue",
  "entitlements.steps": "Next step",
} as const;
