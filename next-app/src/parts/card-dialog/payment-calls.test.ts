// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activity } from "@/api/activity";
import { setUp as setUpLender } from "@/parts/lender-dialog/lender-calls";
import { ask, setUp } from "./payment-calls";

const attempt = { processor: "sandbox", sessionKey: "s", paymentKey: "p", amount: 20.5 };
const origin = "http://processor.test";
const details = { cardholderName: "Ada", cardholderAddress: "12 Quay Street, Albany", saveCard: false };
const form = { success: true, formKind: "frame", iFrame: `${origin}/form`, iFrameOrigin: origin, ...attempt };

function answers(body: object, status = 200) {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});
afterEach(() => vi.unstubAllGlobals());

test("a payment is opened for the amount shown", async () => {
  answers(form);
  expect(await setUp("sandbox", 20.5)).toMatchObject({
    type: "opened",
    attempt,
    form: { kind: "frame", origin },
  });
});

test("a payment may be opened with the script of a processor, and only with one of the origin that the API names", async () => {
  const script = { formKind: "script", apiKey: "pk", scriptOrigin: origin, script: `${origin}/v3/` };
  answers({ ...form, ...script });
  expect(await setUp("stripe", 20.5)).toMatchObject({
    type: "opened",
    form: { kind: "script", script: `${origin}/v3/`, publicKey: "pk", sessionKey: "s" },
  });
  for (const wrong of [{ script: "https://elsewhere.test/v3/" }, { apiKey: "" }, { formKind: "redirect" }]) {
    answers({ ...form, ...script, ...wrong });
    expect(await setUp("stripe", 20.5)).toMatchObject({ type: "setup-failed" });
  }
});

test("a payment opened for an amount that differs from the one shown is refused", async () => {
  answers(form);
  expect(await setUp("sandbox", 20.49)).toEqual({
    type: "setup-refused",
    shownMessage: { id: "payment.amount-changed" },
  });
});

test("the shopper returns to the cart after a refused setup, but not after a conflict, a rate limit or a failure", async () => {
  answers({ success: false, message: "Your cart has changed." });
  expect(await setUp("sandbox", 20.5)).toEqual({
    type: "setup-refused",
    shownMessage: { text: "Your cart has changed." },
  });
  answers({ success: false, message: "A payment is in progress." }, 409);
  expect(await setUp("sandbox", 20.5)).toEqual({
    type: "setup-failed",
    shownMessage: { text: "A payment is in progress." },
  });
  answers({ success: false, message: "Too many attempts." }, 429);
  expect(await setUp("sandbox", 20.5)).toEqual({
    type: "setup-failed",
    shownMessage: { text: "Too many attempts." },
  });
  answers({ success: false, message: "Internal" }, 503);
  expect(await setUp("sandbox", 20.5)).toEqual({
    type: "setup-failed",
    shownMessage: { id: "payment.unavailable" },
  });
});

const away = {
  success: false,
  message: "The service is unavailable.",
  errors: [{ field: "processor", message: "The service is unavailable." }],
};

test("an unavailable processor or lender can be retried without returning to the cart", async () => {
  answers(away);
  const shownMessage = { type: "setup-failed", shownMessage: { text: "The service is unavailable." } };
  expect(await setUp("sandbox", 20.5)).toEqual(shownMessage);
  expect(await setUpLender("sandbox-lender", 20.5)).toEqual(shownMessage);
  answers({ success: false, message: "Your cart has changed." });
  expect(await setUpLender("sandbox-lender", 20.5)).toMatchObject({ type: "setup-refused" });
});

test("the cardholder's address is sent only for a card to be saved", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(((await request.json()) as { cardholderAddress?: string }).cardholderAddress);
    return Response.json({ success: true });
  });
  await ask(attempt, "order", details, { unattended: false });
  await ask(attempt, "order", { ...details, saveCard: true }, { unattended: false });
  expect(sent).toEqual([undefined, "12 Quay Street, Albany"]);
});

test("pressing Pay is recorded as the shopper's activity, and automatic requests of the dialog are not", async () => {
  answers({ success: true });
  const received = vi.fn();
  const leave = activity.subscribe(received);
  expect(await ask(attempt, "order", details, { unattended: false })).toEqual({ is: "ordered" });
  expect(received).toHaveBeenCalledOnce();
  expect(await ask(attempt, "card", details, { unattended: true })).toEqual({ is: "authorised" });
  expect(await ask(attempt, "order", details, { unattended: true })).toEqual({ is: "ordered" });
  expect(received).toHaveBeenCalledOnce();
  leave();
});
