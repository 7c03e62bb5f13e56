export const pageTexts = {
  "page.default": "Store",
  "page.cart": "Cart",
  "page.checkout": "Checkout",
  "page.confirmation": "Confirmation",
  "page.donate": "Donate",
  "page.smart-login": "Sign In",
  "page.login": "Sign In",
  "page.register": "Register",
  "page.logout": "Logout",
  "page.session-timeout": "Session Ended",
  "page.order": "Your order",
  "page.not-found": "Not Found",
} as const;
