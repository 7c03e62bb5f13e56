export const savedTexts = {
  "saved.title": "Saved cards",
  "saved.none": "No saved cards. You can save one when you pay.",
  "saved.card": "{{brand}} ending {{digits}}",
  "saved.remove": "Remove",
  "saved.remove-of": "Remove {{card}}",
  "saved.remove-question":
    "You will have to enter it again to use it. Payment plans keep the card they use now.",
  "saved.removed": "{{card}} has been removed.",
} as const;
