// @vitest-environment jsdom
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { activity } from "@/api/activity";
import { ask } from "./payment-calls";

const attempt = { processor: "sandbox", sessionKey: "s", paymentKey: "p", amount: 20.5 };

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
  vi.stubGlobal("fetch", async () => Response.json({ success: true }));
});

const heard = vi.fn();
const leave = activity.subscribe(heard);

afterEach(() => heard.mockClear());

test("a shopper who pays is there, and a dialog that asks again says nothing of the shopper", async () => {
  expect(await ask(attempt, "order", "Ada", { unattended: false })).toEqual({ is: "ordered" });
  expect(heard).toHaveBeenCalledOnce();
  expect(await ask(attempt, "card", "Ada", { unattended: true })).toEqual({ is: "authorised" });
  expect(await ask(attempt, "order", "Ada", { unattended: true })).toEqual({ is: "ordered" });
  expect(heard).toHaveBeenCalledOnce();
  leave();
});
