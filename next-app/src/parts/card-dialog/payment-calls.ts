import { type Answered, type Api, type CallOptions, call } from "@/api/call";
import type { Attempt, CardEvent, Message, PaymentCall } from "./card-state";
import { processorForm } from "./processor-form";
import { setupRefusal } from "./setup-refusal";
import { type Answer, type CardVerdict, verdictOnCard, verdictOnOrder, verdictOnSaved } from "./verdict";

/** The processors whose form this dialog supports. */
const cardProcessors: readonly string[] = ["sandbox", "stripe"];

/** The result of opening the payment. */
export type SetUp = Extract<CardEvent, { type: "opened" | "setup-failed" | "setup-refused" }>;

const failed = (shownMessage: Message): SetUp => ({ type: "setup-failed", shownMessage });

/**
 * Opens the payment, or returns the one that is already open. The payment is refused if its amount differs from the one
 * shown. `again` says that the shopper has typed a card before.
 */
export async function setUp(processor: string, shown: number, again = false): Promise<SetUp> {
  if (!cardProcessors.includes(processor)) return failed({ id: "payment.no-processor" });
  const outcome = await call((api) =>
    api.POST("/payment/{processor}/setup", { params: { path: { processor } } }),
  );
  if (!outcome.ok) return setupRefusal<Message>(outcome, { id: "payment.unavailable" });
  const { paymentKey, amount } = outcome.answer;
  const { savedPayments = [], securityCodeRequired = true, canSavePayment = false } = outcome.answer;
  const form = processorForm(processor, outcome.answer, again);
  if (!form || !paymentKey || amount === undefined) return failed({ id: "payment.no-processor" });
  if (amount !== shown) return { type: "setup-refused", shownMessage: { id: "payment.amount-changed" } };
  const attempt = { processor, sessionKey: form.sessionKey, paymentKey, amount };
  const saved = { cards: savedPayments, codeRequired: securityCodeRequired, canSave: canSavePayment };
  return { type: "opened", attempt, form, saved };
}

/** Data submitted with a payment. */
export type Details = {
  cardholderName: string;
  /** The address on one line, sent only if the card is saved: no form asks for it when that card is used again. */
  cardholderAddress: string;
  saveCard: boolean;
  /** The security code of a saved card. It is never stored. */
  securityCode?: string;
};

/**
 * Submits a payment or asks for its outcome. Each call may be repeated: it returns the result of the first one. Calls
 * repeated by the dialog do not count as the shopper's activity.
 */
export async function ask(
  attempt: Attempt,
  which: PaymentCall,
  details: Details,
  options: Pick<CallOptions, "unattended">,
): Promise<CardVerdict> {
  let body: Answer["body"] = null;
  const outcome = await call(async (api) => {
    const raw = await calls[which](api, attempt, details);
    body = raw.data ?? null;
    return raw;
  }, options);
  const answer: Answer = outcome.ok
    ? { status: 200, body: { success: true }, otherwise: "" }
    : { status: outcome.status, body, otherwise: outcome.message };
  return verdicts[which](answer);
}

type Calls = Record<PaymentCall, (api: Api, attempt: Attempt, details: Details) => Answered<Answer["body"]>>;

const calls: Calls = {
  card: (api, { processor, sessionKey, paymentKey, amount }) =>
    api.POST("/payment/{processor}/process-card", {
      params: { path: { processor } },
      body: { sessionKey, paymentKey, priceOverride: amount },
    }),
  order: (api, { paymentKey }, { cardholderName, cardholderAddress, saveCard }) =>
    api.POST("/order/submit", {
      body: {
        paymentKey,
        cardholderName,
        cardholderAddress: saveCard ? cardholderAddress : undefined,
        savePaymentToAccount: saveCard,
      },
    }),
  saved: (api, { paymentKey, savedId = "" }, { securityCode }) =>
    api.POST("/order/submit-saved-payment", {
      body: { paymentKey, extAccountStoredPaymentId: savedId, cvv: securityCode || undefined },
    }),
};

const verdicts = { card: verdictOnCard, order: verdictOnOrder, saved: verdictOnSaved };
