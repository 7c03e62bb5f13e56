import { expect, test } from "vitest";
import type { InstallmentBilling } from "@/api/types";
import { planTexts } from "@/text/areas/plan";
import { createTranslate } from "@/text/texts";
import { planInShort } from "./plan-in-short";

const t = createTranslate({}, planTexts);

const plan = (...amounts: number[]): InstallmentBilling => ({
  eligible: true,
  blocked: false,
  downPayment: 35,
  payments: amounts.map((paymentAmount, at) => ({
    paymentNumber: at + 1,
    paymentDate: `2026-12-${20 + at}`,
    paymentAmount,
  })),
});

test.each([
  [[16.81, 16.81], "3 payments: $35.00 today, then 2 monthly payments of $16.81"],
  [[16.81, 16.79], "3 payments: $35.00 today, then 2 monthly payments of about $16.81"],
  [[16.81], "2 payments: $35.00 today, then $16.81 in a month"],
])("a plan with the later payments %j in one line", (amounts, line) => {
  expect(planInShort(t, plan(...amounts))).toBe(line);
});
