export const savedTexts = {
  "saved.title": "Saved cards",
  "saved.intro": "Cards that you pay with without typing them",
  "saved.none": "You have saved no card. You can save one when you pay.",
  "saved.card": "{{brand}} ending {{digits}}",
  "saved.remove": "Remove",
  "saved.remove-of": "Remove {{card}}",
  "saved.remove-question":
    "You will have to type it again to pay with it. Payment plans go on with the card that they have.",
  "saved.removed": "{{card}} is removed.",
} as const;
