/**
 * The meaning of a response to `process-card`, `order/submit` or `order/submit-saved-payment`. A lost or unclear
 * response is never treated as a refusal: the same call is repeated, which all of them allow.
 */
export type Verdict =
  | { is: "authorised" }
  | { is: "ordered" }
  /** Nothing was charged, and a different card can be tried. */
  | { is: "declined"; message: string }
  /** Nothing was charged, and the security code must be typed again. */
  | { is: "again"; message: string }
  | { is: "unknown" }
  /** Nothing was charged and this payment has ended. The dialog closes with the message. */
  | { is: "over"; message: string };

/** The meaning for a payment by card, which the bank of a saved card may want the shopper to confirm first. */
export type CardVerdict = Verdict | { is: "confirm"; message: string };

export type Answer = {
  /** 0 if no response arrived. */
  status: number;
  body: {
    success?: boolean;
    message?: string;
    errors?: { field: string }[];
    paymentMessage?: string;
    paymentPending?: boolean;
    confirmationRequired?: boolean;
  } | null;
  /** The text for a response without a message. */
  otherwise: string;
};

export function verdictOnCard(answer: Answer): Verdict {
  if (isLost(answer)) return { is: "unknown" };
  if (answer.body?.success) return { is: "authorised" };
  return refusal(answer);
}

export function verdictOnOrder(answer: Answer): Verdict {
  if (isLost(answer)) return { is: "unknown" };
  if (answer.body?.success) return { is: "ordered" };
  return refusal(answer);
}

/**
 * The meaning of a response to `order/submit-saved-payment`. Its rate limits (429) count wrong security codes and
 * declined cards. The API refuses such a call before it asks the processor, so nothing was charged.
 */
export function verdictOnSaved(answer: Answer): CardVerdict {
  if (answer.status === 429) return { is: "again", message: answer.otherwise };
  const { message = answer.otherwise, errors = [] } = answer.body ?? {};
  if (errors.some(({ field }) => field === "cvv")) return { is: "again", message };
  if (answer.body?.confirmationRequired) return { is: "confirm", message };
  return verdictOnOrder(answer);
}

function refusal({ body, otherwise }: Answer): Verdict {
  if (body?.paymentPending) return { is: "unknown" };
  if (body?.paymentMessage) return { is: "declined", message: body.paymentMessage };
  return { is: "over", message: body?.message || otherwise };
}

/** Whether the outcome of the payment is unknown: no response, a server failure, a conflict or a rate limit. */
function isLost({ status }: Answer): boolean {
  return status === 0 || status >= 500 || status === 409 || status === 429;
}
