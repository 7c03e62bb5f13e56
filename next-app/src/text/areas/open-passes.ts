export const openPassesTexts = {
  "open-passes.one": "One pass in your cart is incomplete. Please complete it before you pay.",
  "open-passes.many": "{{count}} passes in your cart are incomplete. Please complete them before you pay.",
  "open-passes.holders": "Complete passholder details",
  "open-passes.renewals": "Continue with your renewal",
  "open-passes.products": "Choose a pass for each person",
  "open-passes.upgrades": "Choose your upgrade",
  "open-passes.remove-one": "Remove it",
  "open-passes.remove-many": "Remove {{count}} unfinished passes",
  "open-passes.remove-title": "Remove from your cart?",
  "open-passes.remove-message":
    "Any passes you haven't chosen a pass type for will be removed from your cart.",
  "open-passes.remove": "Remove",
  "open-passes.keep": "Keep",
  "open-passes.removing": "Removing from your cart",
} as const;
