export const passProductsTexts = {
  "pass-products.intro": "Choose what each of your passes is to be.",
  "pass-products.intro-upgrade":
    "Choose what each of your tickets is to become. What you paid for it counts.",
  "pass-products.ticket": "Ticket",
  "pass-products.to-tickets": "Back to your tickets",
  "pass-products.options-of": "Options for {{name}}",
  "pass-products.none":
    "There is nothing on sale that this pass could be right now. You can remove it on the page before.",
  "pass-products.to-holders": "Back to the pass holders",
  "pass-products.level": "{{level}} level",
  "pass-products.confirm": "Confirm",
  "pass-products.confirm-of": "Confirm the choice for {{name}}",
  "pass-products.same-for-all": "Choose the same for all {{count}}",
  "pass-products.change": "Change",
  "pass-products.change-of": "Change the choice for {{name}}",
  "pass-products.not-chosen": "Not chosen yet",
  "pass-products.summary": "Your choices",
  "pass-products.total": "Total",
  "pass-products.before-tax": "Taxes are added in the cart.",
  "pass-products.continue": "Continue",
  "pass-products.saving": "Adding the passes to your cart",
  "pass-products.still-needed": "Still to be chosen: {{names}}",
} as const;
