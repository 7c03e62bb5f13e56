import { expect, test } from "vitest";
import { formatCents, formatMoney, plainMoney, toCents } from "./money";

test.each([
  [0, "$0.00"],
  [0.1, "$0.10"],
  [49, "$49.00"],
  [1234.5, "$1,234.50"],
  [-12.34, "\u2212$12.34"],
])("the amount %d is formatted as %s", (amount, text) => {
  expect(formatMoney(amount)).toBe(text);
});

test("amounts without an exact binary representation are converted to whole cents", () => {
  expect(toCents(0.29)).toBe(29);
  expect(toCents(1.15)).toBe(115);
  expect(toCents(8.7)).toBe(870);
});

test("a sum in cents is formatted in dollars", () => {
  expect(formatCents(toCents(0.1) * 3)).toBe("$0.30");
});

test("an amount in structured data has two decimals and no currency sign", () => {
  expect(plainMoney(49)).toBe("49.00");
});
