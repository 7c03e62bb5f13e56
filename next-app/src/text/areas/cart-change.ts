export const cartChangeTexts = {
  "cart-change.title": "Update shopping cart items",
  "cart-change.save": "Update cart",
  "cart-change.invalid": "Correct the quantity of {{name}} first.",
  "cart-change.not-offered":
    "{{name}} is not offered at that date / time. Choose another one, or a quantity of 0.",
  "cart-change.seats-missing": "Choose one seat for each ticket.",
  "cart-change.each": "{{amount}} each, fees included",
  "cart-change.each-later": "Your cart will show the price on the new date.",
  "cart-change.visit": "Date and time",
  "cart-change.keep-visit": "Keep the current date and time",
  "cart-change.zero-hint": "A quantity of 0 removes the item.",
} as const;
