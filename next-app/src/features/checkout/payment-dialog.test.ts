import { expect, test } from "vitest";
import { paymentDialog } from "./payment-dialog";

test.each([
  ["sandbox-lender", true, "lender"],
  ["sandbox-lender", false, "card"],
  ["sandbox", true, "card"],
  ["sandbox", false, "card"],
  ["elsewhere", true, "card"],
])("%s, a plan selected: %s, is paid in the dialog of a %s", (processor, paysByPlan, dialog) => {
  expect(paymentDialog(processor, paysByPlan)).toBe(dialog);
});
