import { expect, test } from "vitest";
import { paymentDialog } from "./payment-dialog";

test.each([
  ["sandbox-lender", true, "lender"],
  ["sandbox-lender", false, "card"],
  ["sandbox", true, "card"],
  ["sandbox", false, "card"],
  ["elsewhere", true, "card"],
])("a payment through %s (plan selected: %s) opens the %s dialog", (processor, paysByPlan, dialog) => {
  expect(paymentDialog(processor, paysByPlan)).toBe(dialog);
});
