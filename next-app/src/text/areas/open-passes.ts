export const openPassesTexts = {
  "open-passes.one": "One pass in your cart is incomplete. Please complete it before you pay.",
  "open-passes.many": "{{count}} passes in your cart are incomplete. Please complete them before you pay.",
  "open-passes.holders": "Tell us who they are for",
  "open-passes.products": "Choose a pass for each person",
} as const;
