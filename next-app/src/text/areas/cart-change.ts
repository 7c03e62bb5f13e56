export const cartChangeTexts = {
  "cart-change.title": "Update shopping cart items",
  "cart-change.save": "Update cart",
  "cart-change.invalid": "Correct the quantity for {{name}} first.",
  "cart-change.not-offered":
    "{{name}} isn't available at that date and time. Choose another, or set the quantity to 0.",
  "cart-change.seats-missing": "Choose one seat for each ticket.",
  "cart-change.each": "{{amount}} each, fees included",
  "cart-change.each-later": "Your cart will show the price for the new date.",
  "cart-change.visit": "Date and time",
  "cart-change.keep-visit": "Keep the current date and time",
  "cart-change.keep-seats": "Keep the current seats",
  "cart-change.seats": "Seats in your cart",
  "cart-change.change-seats": "Change seats",
  "cart-change.keep-seat": "Undo: keep {{name}}",
  "cart-change.seat-removed": "Removed: {{name}}. Press “{{save}}” to save this change.",
  "cart-change.seat-kept": "{{name}} stays in your cart.",
  "cart-change.zero-hint": "Set the quantity to 0 to remove the item.",
} as const;
