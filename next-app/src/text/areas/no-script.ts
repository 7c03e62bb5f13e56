export const noScriptTexts = {
  "no-script.pay": "Please turn on JavaScript to check out. Your cart is saved.",
  "no-script.plan": "Please turn on JavaScript to choose a payment plan. Your cart is saved.",
  "no-script.donate": "Please turn on JavaScript to choose an amount. Your cart is saved.",
  "no-script.to-cart": "Back to your cart",
  "no-script.redeem": "Please turn on JavaScript to redeem a benefit.",
  "no-script.upgrade": "Please turn on JavaScript to upgrade a ticket.",
  "no-script.passes": "Please turn on JavaScript to add, renew, or change a pass.",
  "no-script.reserve": "Please turn on JavaScript to reserve, move, or cancel a visit.",
  "no-script.verify": "Please turn on JavaScript to confirm your email address.",
  "no-script.card": "Please turn on JavaScript to change the card.",
  "no-script.profile":
    "You can see your tickets, orders, and payments without JavaScript. Please turn it on to make changes.",
  "no-script.to-account": "Go to your account",
  "no-script.register": "Please turn on JavaScript to create an account. You can sign in without it.",
  "no-script.to-sign-in": "Sign In",
  "no-script.provider": "Please turn on JavaScript to sign in. You can browse the shop without it.",
  "no-script.to-shop": "See what's available",
} as const;
