import { orderLookupApiTexts } from "../api-texts/order-lookup";

export const orderLookupTexts = {
  ...orderLookupApiTexts,
  "order-lookup.find-title": "Find your order",
  "order-lookup.find-intro":
    "Enter your confirmation number and the email address you used for your order. We'll send your confirmation to that address again, with any tickets and passes.",
  "order-lookup.number": "Confirmation number",
  "order-lookup.number-hint": "8 letters and digits, such as 7KQF2M9X",
  "order-lookup.email": "Email address",
  "order-lookup.send-link": "Send my confirmation",
  "order-lookup.sign-in": "Bought with an account? Sign in to see your orders.",
  "order-lookup.in-account": "See the orders in your account",
  "order-lookup.opened": "Order {{number}} is in your account.",
  "order-lookup.sent-title": "Check your email",
  "order-lookup.sent-for": "You entered {{number}} and {{email}}.",
  "order-lookup.sent-hint": "The email may take a few minutes. Check your spam folder too.",
  "order-lookup.try-again": "Try again",
  "order-lookup.title": "Your order",
  "order-lookup.verify": "Verify Phone Number",
  "order-lookup.why":
    "For security purposes, you must verify the phone number associated with your order before you can view it.",
  "order-lookup.continue": "Continue",
  "order-lookup.no-match":
    "We couldn't find an order for this link and phone number. Please check the number.",
  "order-lookup.wait-one": "Too many attempts. Please try again in a minute.",
  "order-lookup.wait": "Too many attempts. Please try again in {{minutes}} minutes.",
  "order-lookup.invalid": "Invalid Order",
  "order-lookup.invalid-hint":
    "Please use the link in your confirmation email, or find the order in your account.",
  "order-lookup.to-orders": "See your orders",
} as const;
