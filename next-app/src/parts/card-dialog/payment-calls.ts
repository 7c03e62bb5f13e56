import { type CallOptions, call } from "@/api/call";
import type { Attempt, CardEvent, PaymentCall, Words } from "./card-state";
import { frameAddress } from "./frame-message";
import { type Answer, type Verdict, verdictOnCard, verdictOnOrder } from "./verdict";

/** Processors whose form this dialog knows how to talk to. */
export const cardProcessors: readonly string[] = ["sandbox"];

/** How the dialog goes on after the payment was to be opened. */
export type SetUp = Extract<CardEvent, { type: "opened" | "setup-failed" | "setup-refused" }>;

const failed = (told: Words): SetUp => ({ type: "setup-failed", told });

/** Opens the payment, or finds the one that is open already. It is for the amount that was shown, or it is not made. */
export async function setUp(processor: string, theme: "light" | "dark", shown: number): Promise<SetUp> {
  if (!cardProcessors.includes(processor)) return failed({ id: "payment.no-processor" });
  const outcome = await call((api) =>
    api.POST("/payment/{processor}/setup", { params: { path: { processor } } }),
  );
  if (!outcome.ok) {
    // A refusal is about the cart, which has to be looked at. A conflict passes. Of a failure no more is said than that
    // there was one.
    if (outcome.status === 200) return { type: "setup-refused", told: { text: outcome.message } };
    const spoken = outcome.status === 409 || outcome.status === 404;
    return failed(spoken ? { text: outcome.message } : { id: "payment.unavailable" });
  }
  const { iFrame, iFrameOrigin, sessionKey, paymentKey, amount } = outcome.answer;
  const url = frameAddress(iFrame ?? "", iFrameOrigin ?? "", theme);
  if (!url || !iFrameOrigin || !sessionKey || !paymentKey || amount === undefined) {
    return failed({ id: "payment.no-processor" });
  }
  if (amount !== shown) return { type: "setup-refused", told: { id: "payment.amount-changed" } };
  const attempt = { processor, sessionKey, paymentKey, amount };
  return { type: "opened", attempt, frame: { url, origin: iFrameOrigin } };
}

/**
 * Both calls may be repeated: they tell what became of the first. What the dialog repeats on its own says nothing about
 * whether the shopper is still there.
 */
export async function ask(
  attempt: Attempt,
  which: PaymentCall,
  cardholderName: string,
  options: Pick<CallOptions, "unattended">,
): Promise<Verdict> {
  const { processor, sessionKey, paymentKey, amount } = attempt;
  let body: Answer["body"] = null;
  const outcome =
    which === "card"
      ? await call(async (api) => {
          const raw = await api.POST("/payment/{processor}/process-card", {
            params: { path: { processor } },
            body: { sessionKey, paymentKey, priceOverride: amount },
          });
          body = raw.data ?? null;
          return raw;
        }, options)
      : await call(async (api) => {
          const raw = await api.POST("/order/submit", { body: { paymentKey, cardholderName } });
          body = raw.data ?? null;
          return raw;
        }, options);
  const answer: Answer = outcome.ok
    ? { status: 200, body: { success: true }, otherwise: "" }
    : { status: outcome.status, body, otherwise: outcome.message };
  return which === "card" ? verdictOnCard(answer) : verdictOnOrder(answer);
}
