export const paymentApiTexts = {
  "payment.unavailable": "Credit card processing is unavailable",
  "payment.no-processor": "Unable to open payment processor",
  "payment.checking": "We're checking your payment. Please don't pay again.",
} as const;
