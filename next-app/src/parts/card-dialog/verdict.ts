/**
 * What an answer to `process-card`, `order/submit` or `order/submit-saved-payment` means for the payment. An answer that was lost, or that says
 * nothing certain, is never taken for a refusal: the same call is repeated, which both calls allow.
 */
export type Verdict =
  | { is: "authorised" }
  | { is: "ordered" }
  /** Nothing is charged and another card may be tried. */
  | { is: "declined"; message: string }
  /** Nothing is charged: the security code has to be typed again. */
  | { is: "again"; message: string }
  | { is: "unknown" }
  /** Nothing is charged and this payment is over; the dialog closes with the message. */
  | { is: "over"; message: string };

export type Answer = {
  /** 0 when no answer arrived. */
  status: number;
  body: {
    success?: boolean;
    message?: string;
    errors?: { field: string }[];
    paymentMessage?: string;
    paymentPending?: boolean;
  } | null;
  /** The message for an answer without one. */
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

/** Too many wrong codes are refused before the processor is asked: that call did nothing. */
export function verdictOnSaved(answer: Answer): Verdict {
  if (answer.status === 429) return { is: "again", message: answer.otherwise };
  const { message = answer.otherwise, errors = [] } = answer.body ?? {};
  if (errors.some(({ field }) => field === "cvv")) return { is: "again", message };
  return verdictOnOrder(answer);
}

function refusal({ body, otherwise }: Answer): Verdict {
  if (body?.paymentPending) return { is: "unknown" };
  if (body?.paymentMessage) return { is: "declined", message: body.paymentMessage };
  return { is: "over", message: body?.message || otherwise };
}

/** No answer, a failure of the server, a race, or a call too many: what became of the payment is not known. */
function isLost({ status }: Answer): boolean {
  return status === 0 || status >= 500 || status === 409 || status === 429;
}
