import { expect, test } from "vitest";
import { havePasses, type PurchaseStep, purchaseSteps } from "./steps";

const names = (current: PurchaseStep, hasPasses: boolean) =>
  purchaseSteps(current, hasPasses).map(({ step }) => step);
const links = (current: PurchaseStep, hasPasses: boolean) =>
  purchaseSteps(current, hasPasses).map(({ href }) => href);

test("the steps are the same on all pages of a purchase", () => {
  for (const current of ["cart", "checkout", "confirmation"] as const) {
    expect(names(current, false)).toEqual(["cart", "checkout", "confirmation"]);
    expect(names(current, true)).toEqual(["passholders", "cart", "checkout", "confirmation"]);
  }
  expect(names("passholders", true)).toEqual(names("cart", true));
});

test("done steps have an address until the order is placed", () => {
  expect(links("cart", false)).toEqual([null, null, null]);
  expect(links("checkout", true)).toEqual(["/pass/demographics", "/cart", null, null]);
  expect(links("confirmation", true)).toEqual([null, null, null, null]);
});

test("a purchase with a pass has passholders", () => {
  const [ticket, pass] = [{ productVariantIsPass: false }, { productVariantIsPass: true }];
  expect(havePasses([{ items: [ticket] }, { items: [ticket, pass] }])).toBe(true);
  expect(havePasses([{ items: [ticket] }, { items: [] }])).toBe(false);
});
