export const savedTexts = {
  "saved.title": "Saved cards",
  "saved.none": "You don't have any saved cards. You can save one when you pay.",
  "saved.expires": "Expires {{month}}/{{year}}",
  "saved.remove": "Remove",
  "saved.remove-of": "Remove {{card}}",
  "saved.remove-question":
    "You'll have to enter this card again to use it. Payment plans that use this card will still be charged to it.",
  "saved.removed": "{{card}} has been removed.",
} as const;
