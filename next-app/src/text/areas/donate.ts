export const donateTexts = {
  "donate.optional": "Optional: add a donation to your order",
  "donate.round-up-label": "Round up your order",
  "donate.own-label": "Other amount",
  "donate.only-label": "Your amount",
  "donate.own-hint": "In US dollars, up to $10,000.00",
  "donate.own-invalid": "Enter an amount up to $10,000.00.",
  "donate.give": "Donate {{amount}}",
  "donate.give-own": "Donate",
  "donate.decline": "No thanks, continue",
  "donate.loading": "Adding your donation",
} as const;
