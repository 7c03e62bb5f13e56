import { type CallOptions, call } from "@/api/call";
import { isOnOrigin } from "@/lib/load-script";
import { setupRefusal } from "@/parts/card-dialog/setup-refusal";
import { type Answer, type Verdict, verdictOnCard, verdictOnOrder } from "@/parts/card-dialog/verdict";
import type { Token } from "./lender-message";
import type { LenderAttempt, LenderCall, LenderEvent, Message } from "./lender-state";
import { lenders } from "./lenders";

/** The result of opening the payment. */
export type SetUp = Extract<LenderEvent, { type: "opened" | "setup-failed" | "setup-refused" }>;

const failed = (shownMessage: Message): SetUp => ({ type: "setup-failed", shownMessage });

/**
 * Opens the payment, or returns the one that is already open. The payment is refused if its amount differs from the one
 * shown.
 */
export async function setUp(processor: string, shown: number): Promise<SetUp> {
  if (!lenders.includes(processor)) return failed({ id: "payment.no-processor" });
  const outcome = await call((api) =>
    api.POST("/payment/{processor}/setup", { params: { path: { processor } } }),
  );
  if (!outcome.ok) return setupRefusal<Message>(outcome, { id: "lender.unavailable" });
  const { upCode, apiKey, order, script, scriptOrigin: origin, paymentKey, amount } = outcome.answer;
  if (!upCode || !apiKey || !order || !script || !origin || !paymentKey || amount === undefined) {
    return failed({ id: "payment.no-processor" });
  }
  if (!isOnOrigin(script, origin)) return failed({ id: "payment.no-processor" });
  if (amount !== shown) return { type: "setup-refused", shownMessage: { id: "payment.amount-changed" } };
  const attempt = { processor, paymentKey, upCode, amount };
  return { type: "opened", attempt, offered: { apiKey, order, script, origin } };
}

/** Submits a payment, or places its order. Each call may be repeated: it returns the result of the first one. */
export async function ask(
  attempt: LenderAttempt,
  which: LenderCall,
  token: Token | null,
  options: Pick<CallOptions, "unattended">,
): Promise<Verdict> {
  const { processor, paymentKey } = attempt;
  let body: Answer["body"] = null;
  const outcome =
    which === "submit" && token
      ? await call(async (api) => {
          const raw = await api.POST("/payment/{processor}/submit-order", {
            params: { path: { processor } },
            body: { ...token, paymentKey },
          });
          body = raw.data ?? null;
          return raw;
        }, options)
      : await call(async (api) => {
          const raw = await api.POST("/order/submit", { body: { paymentKey } });
          body = raw.data ?? null;
          return raw;
        }, options);
  const answer: Answer = outcome.ok
    ? { status: 200, body: { success: true }, otherwise: "" }
    : { status: outcome.status, body, otherwise: outcome.message };
  return which === "submit" ? verdictOnCard(answer) : verdictOnOrder(answer);
}

/** Reports an error to the shop. A failure of the report is not shown to the shopper. */
export async function sendError(
  attempt: LenderAttempt,
  kind: "booking" | "fatal",
  message: string,
): Promise<void> {
  await call((api) =>
    api.PUT("/payment/{processor}/sent-error", {
      params: { path: { processor: attempt.processor } },
      body: { paymentKey: attempt.paymentKey, kind, message: message.slice(0, maxMessageLength) },
    }),
  );
}

const maxMessageLength = 500;
