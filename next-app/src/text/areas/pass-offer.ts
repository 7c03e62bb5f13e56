/** An offer that sells a pass for less: on pages that sell the pass, and in the cart. */
export const passOfferTexts = {
  "pass-offer.price": "{{offer}}: {{price}}",
  "pass-offer.price-of": "{{pass}}: {{price}}",
  "pass-offer.save": "{{offer}}: save {{saved}} on {{passes}}.",
  "pass-offer.use": "Use this offer",
  "pass-offer.use-of": "Use this offer: {{offer}}",
  "pass-offer.using": "Applying the offer",
  "pass-offer.used": "“{{offer}}” has been applied. You save {{saved}}.",
} as const;
