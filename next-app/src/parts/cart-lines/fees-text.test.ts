import { expect, test } from "vitest";
import { cartTexts } from "@/text/areas/cart";
import { createTranslate } from "@/text/texts";
import { feesText } from "./fees-text";

const t = createTranslate({}, cartTexts);

test.each([
  [{ quantity: 2, unitFees: 1.5, itemFees: 0 }, null],
  [{ quantity: 1, unitFees: 1.5, itemFees: 1.5 }, "includes $1.50 in fees"],
  [{ quantity: 2, unitFees: 1.5, itemFees: 3 }, "includes $1.50 in fees per item"],
  [{ quantity: 2, unitFees: 1.5, itemFees: 1.5 }, "includes $1.50 in fees for both"],
  [{ quantity: 3, unitFees: 1.5, itemFees: 1.5 }, "includes $1.50 in fees for all 3 items"],
])("the fees %o are %j", (fees, text) => {
  expect(feesText(t, fees)).toBe(text);
});
