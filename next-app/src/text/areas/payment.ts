import { paymentApiTexts } from "../api-texts/payment";

export const paymentTexts = {
  ...paymentApiTexts,
  "payment.title": "Credit Card Information",
  "payment.amount": "Amount due",
  "payment.monthly":
    "By paying, you agree that we'll also charge this card for the {{count}} monthly payments in your plan ({{total}} in all). First payment: {{first}}. Last payment: {{last}}.",
  "payment.monthly-one":
    "By paying, you agree that we'll also charge this card for the one remaining payment in your plan: {{total}}, due on {{first}}.",
  "payment.cardholder": "Name on card",
  "payment.cardholder-required": "Enter the name on the card",
  "payment.frame-title": "Card details",
  "payment.loading-form": "Loading the card form",
  "payment.pay": "Pay {{amount}}",
  "payment.form-failed": "An error occurred initializing your transaction. Please try again.",
  "payment.amount-changed":
    "Your order total has changed. Please check it, then press Checkout again. Nothing was charged.",
  "payment.checking-long":
    "This is taking longer than usual. Your cart is saved, and you won't be charged twice.",
  "payment.check-again": "Check again",
  "payment.working": "Your payment is being processed. Please keep this page open.",
  "payment.another-card": "Nothing was charged.",
  "payment.pay-with": "Pay with",
  "payment.new-card": "Use a different card",
  "payment.saved-card": "Use a saved card",
  "payment.code": "Security code",
  "payment.code-hint-back": "3 digits on the back of the card",
  "payment.code-hint-front": "4 digits on the front of the card",
  "payment.code-required": "Security code must be 3 or 4 digits",
  "payment.save-card": "Save this card to my account for next time",
  "payment.retry": "Try again",
  "payment.reference": "Payment reference {{reference}}",
  "payment.secure": "Your card number goes straight to the payment processor. This shop never sees it.",
  "payment.secure-saved": "The payment processor stores your saved card number. This shop never sees it.",
} as const;
