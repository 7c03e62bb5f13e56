import { expect, test } from "vitest";
import type { Outcome } from "@/api/outcome";
import type { Confirmation } from "./confirm-dialog";
import { type Asking, confirmed } from "./confirmed";

/** A shop that returns responses in order, repeats the last one, and records the confirmation contexts it received. */
function shop(...answers: Outcome<Asking>[]) {
  const contexts: (string | undefined)[] = [];
  const send = async (context: string | undefined) => {
    contexts.push(context);
    return answers[Math.min(contexts.length, answers.length) - 1] as Outcome<Asking>;
  };
  return { send, contexts };
}

const done: Outcome<Asking> = { ok: true, answer: { success: true, confirmationRequired: false } };
const asks = (context: string): Outcome<Asking> => ({
  ok: true,
  answer: {
    success: true,
    confirmationRequired: true,
    confirmationTitleHtml: `Title of ${context}`,
    confirmationMessageHtml: "<p>Message</p>",
    proceedButtonText: "Replace",
    confirmationReSubmitContext: context,
  },
});
const yes = async () => true;

test("a call without a question is sent once", async () => {
  const { send, contexts } = shop(done);
  expect(await confirmed(send, yes)).toBe(done);
  expect(contexts).toEqual([undefined]);
});

test("each question is shown with the server's text, and its context is sent back exactly once", async () => {
  const { send, contexts } = shop(asks("first"), asks("first second"), done);
  const put: Confirmation[] = [];
  const outcome = await confirmed(send, async (question) => {
    put.push(question);
    return true;
  });
  expect(outcome).toBe(done);
  expect(contexts).toEqual([undefined, "first", "first second"]);
  expect(put[0]).toEqual({
    title: { sanitised: "Title of first" },
    message: { sanitised: "<p>Message</p>" },
    proceedText: "Replace",
    cancelText: undefined,
  });
});

test("after the shopper declines, no further call is sent", async () => {
  const { send, contexts } = shop(asks("first"), done);
  expect(await confirmed(send, async () => false)).toBe("kept");
  expect(contexts).toEqual([undefined]);
});

test("a refusal is returned", async () => {
  const no: Outcome<Asking> = {
    ok: false,
    status: 200,
    message: "Sold out",
    errors: [],
    otherTimes: [],
    retryAfterSeconds: null,
    requestId: null,
  };
  expect(await confirmed(shop(asks("first"), no).send, yes)).toBe(no);
});

test("after five questions, a further question is not shown, and the call fails", async () => {
  const endless = shop(asks("again"));
  let shown = 0;
  const outcome = await confirmed(endless.send, async () => {
    shown++;
    return true;
  });
  expect(outcome).toMatchObject({ ok: false });
  expect([shown, endless.contexts.length]).toEqual([5, 6]);
});
