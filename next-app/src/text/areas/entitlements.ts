export const entitlementsTexts = {
  "entitlements.intro-ticket":
    "These extra benefits come with your passes. Choose what you'd like to redeem now.",
  "entitlements.intro-account":
    "These benefits come with your account. Choose what you'd like to redeem now.",
  "entitlements.empty": "You do not have any entitlements that can be redeemed at this time",
  "entitlements.failed": "We couldn't load your benefits.",
  "entitlements.reload": "Try again",
  "entitlements.holder": "from {{name}}'s pass",
  "entitlements.left": "{{left}} of {{total}} left",
  "entitlements.shared": "shared across all ticket types for this benefit",
  "entitlements.valid": "Valid",
  "entitlements.redeem": "Redeem",
  "entitlements.redeem-of": "Redeem {{variant}}, {{product}}: {{name}}",
  "entitlements.status": "{{name}}: {{left}} of {{total}} left",
  "entitlements.added": "Added to your cart. {{name}}: {{left}} of {{total}} left",
  "entitlements.opening": "Opening",
  "entitlements.continue": "Continue",
  "entitlements.steps": "Next step",
} as const;
