export const paymentApiTexts = {
  "payment.unavailable": "Credit card processing is unavailable",
  "payment.no-processor": "Unable to open payment processor",
  "payment.checking": "We are checking your payment. Do not pay again.",
} as const;
