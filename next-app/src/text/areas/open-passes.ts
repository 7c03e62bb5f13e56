export const openPassesTexts = {
  "open-passes.one": "One pass in your cart is not complete yet. It can be paid for once it is.",
  "open-passes.many":
    "{{count}} passes in your cart are not complete yet. They can be paid for once they are.",
  "open-passes.holders": "Tell us who they are for",
  "open-passes.products": "Choose what they are to be",
} as const;
