export const openPassesTexts = {
  "open-passes.one": "One pass in your cart isn't ready yet. Please check its details before you pay.",
  "open-passes.many":
    "{{count}} passes in your cart aren't ready yet. Please check their details before you pay.",
  "open-passes.holders": "Check passholder details",
  "open-passes.renewals": "Continue with your renewal",
  "open-passes.products": "Choose a pass for each person",
  "open-passes.remove-one": "Remove 1 unfinished pass",
  "open-passes.remove-many": "Remove {{count}} unfinished passes",
  "open-passes.remove-title": "Remove from your cart?",
  "open-passes.remove-message": "Any passes without a pass type will be removed from your cart.",
  "open-passes.remove": "Remove",
  "open-passes.keep": "Keep",
  "open-passes.removing": "Removing from your cart",
} as const;
