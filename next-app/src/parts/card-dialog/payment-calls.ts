import { type Answered, type Api, type CallOptions, call } from "@/api/call";
import type { Attempt, CardEvent, Message, PaymentCall } from "./card-state";
import { frameAddress } from "./frame-message";
import { notOpened } from "./not-opened";
import { type Answer, type Verdict, verdictOnCard, verdictOnOrder, verdictOnSaved } from "./verdict";

/** Processors whose form this dialog knows how to talk to. */
export const cardProcessors: readonly string[] = ["sandbox"];

/** How the dialog goes on after the payment was to be opened. */
export type SetUp = Extract<CardEvent, { type: "opened" | "setup-failed" | "setup-refused" }>;

const failed = (told: Message): SetUp => ({ type: "setup-failed", told });

/** Opens the payment, or finds the one that is open already. It is for the amount that was shown, or it is not made. */
export async function setUp(processor: string, theme: "light" | "dark", shown: number): Promise<SetUp> {
  if (!cardProcessors.includes(processor)) return failed({ id: "payment.no-processor" });
  const outcome = await call((api) =>
    api.POST("/payment/{processor}/setup", { params: { path: { processor } } }),
  );
  if (!outcome.ok) return notOpened<Message>(outcome, { id: "payment.unavailable" });
  const { iFrame, iFrameOrigin, sessionKey, paymentKey, amount } = outcome.answer;
  const { savedPayments = [], securityCodeRequired = true, canSavePayment = false } = outcome.answer;
  const url = frameAddress(iFrame ?? "", iFrameOrigin ?? "", theme);
  if (!url || !iFrameOrigin || !sessionKey || !paymentKey || amount === undefined) {
    return failed({ id: "payment.no-processor" });
  }
  if (amount !== shown) return { type: "setup-refused", told: { id: "payment.amount-changed" } };
  const attempt = { processor, sessionKey, paymentKey, amount };
  const saved = { cards: savedPayments, codeRequired: securityCodeRequired, canSave: canSavePayment };
  return { type: "opened", attempt, frame: { url, origin: iFrameOrigin }, saved };
}

/** What goes with a payment when it is submitted. */
export type Details = {
  cardholderName: string;
  /** One line. It is said of a card that is saved: no form asks for it when that is used again. */
  cardholderAddress: string;
  saveCard: boolean;
  /** Of a saved card; typed once, and kept nowhere. */
  securityCode?: string;
};

/**
 * Each call may be repeated: it tells what became of the first. What the dialog repeats on its own says nothing about
 * whether the shopper is still there.
 */
export async function ask(
  attempt: Attempt,
  which: PaymentCall,
  details: Details,
  options: Pick<CallOptions, "unattended">,
): Promise<Verdict> {
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
