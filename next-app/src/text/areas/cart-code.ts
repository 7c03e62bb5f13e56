/** The field for a promotion code in the cart and at checkout. */
export const cartCodeTexts = {
  "cart-code.title": "Add a promotion code",
  "cart-code.enter": "Enter a promotion code",
  "cart-code.apply": "Apply",
  "cart-code.checking": "Checking your code",
  "cart-code.applying": "Applying your code",
  "cart-code.offer": "Special offer",
  "cart-code.applied":
    "{{code}} has been applied: {{offer}}. You save {{saved}} before tax, and your total is now {{total}}.",
  "cart-code.applied-total": "{{code}} has been applied: {{offer}}. Your total is now {{total}}.",
  "cart-code.applied-instead":
    "{{code}} has been applied instead of {{offers}}. Your total is now {{total}}.",
  "cart-code.applied-plain": "{{code}} has been applied: {{offer}}.",
  "cart-code.already": "{{code}} has already been applied to your cart.",
  "cart-code.nothing": "{{code}} is valid: {{offer}}. It doesn't apply to anything in your cart.",
  "cart-code.only-for": "This code is for {{products}}.",
  "cart-code.others": "others",
  "cart-code.no-saving":
    "{{code}} is valid: {{offer}}. We didn't change anything because it doesn't lower your total.",
  "cart-code.quoted": "“{{name}}”",
  "cart-code.replace-title": "Replace your current offer?",
  "cart-code.replace":
    "With {{offers}}, you save {{worth}}. With {{code}} instead, you would save {{saving}}, which is {{less}} less. All amounts are before tax.",
  "cart-code.use-code": "Use the code instead",
  "cart-code.keep-offer": "Keep the offer",
  "cart-code.kept": "{{code}} is valid: {{offer}}. You kept {{offers}}, so your cart hasn't changed.",
  "cart-code.better-without":
    "Without {{applied}}, you would pay {{less}} less before tax, because {{offers}} would apply instead.",
  "cart-code.best-already":
    "Each ticket gets one offer. {{applied}} saves you at least as much here as {{offers}}.",
  "cart-code.remove-of": "Remove code {{code}}",
  "cart-code.remove-offer": "Remove the offer {{name}}",
  "cart-code.removing": "Updating your prices",
  "cart-code.removed": "{{applied}} has been removed. Your total is now {{total}}.",
  "cart-code.removed-plain": "{{applied}} has been removed.",
  "cart-code.see-offer": "See the offer",
} as const;
