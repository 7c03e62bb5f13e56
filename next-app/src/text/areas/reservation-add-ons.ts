export const reservationAddOnsTexts = {
  "reservation-add-ons.intro": "Make more of your visit on {{day}}. You can continue without any of these.",
  "reservation-add-ons.list": "Add-ons for your visit",
  "reservation-add-ons.empty": "No add-ons are available for this day.",
  "reservation-add-ons.time": "Choose a time",
  "reservation-add-ons.time-required": "Choose a time",
  "reservation-add-ons.none-chosen": "Choose how many you'd like.",
  "reservation-add-ons.add": "Add to Cart",
  "reservation-add-ons.add-of": "Add to Cart: {{product}}",
  "reservation-add-ons.adding": "Adding to your cart",
  "reservation-add-ons.added": "Added to your cart",
  "reservation-add-ons.in-cart": "In your cart: {{count}}",
  "reservation-add-ons.all-day": "Any time that day",
} as const;
