import { expect, test } from "vitest";
import type { Cart, Order } from "@/api/types";
import { emptyCart } from "@/parts/cart-lines/sample";
import {
  expectedSteps,
  factsOfCart,
  factsOfOrder,
  type PurchaseFacts,
  type PurchaseStep,
  purchaseSteps,
} from "./steps";

const none: PurchaseFacts = {
  passholders: false,
  donates: false,
  mayDonate: false,
  hasPlan: false,
  mayChoosePlan: false,
};
const all: PurchaseFacts = {
  passholders: true,
  donates: true,
  mayDonate: true,
  hasPlan: true,
  mayChoosePlan: true,
};
const names = (current: PurchaseStep, facts: PurchaseFacts, met: PurchaseStep[] = []) =>
  purchaseSteps(current, facts, met).map(({ step }) => step);
const links = (current: PurchaseStep, facts: PurchaseFacts, met: PurchaseStep[] = []) =>
  purchaseSteps(current, facts, met).map(({ step, href }) => [step, href]);

test("a purchase has the optional steps only if the shop offers donations and the items have a plan", () => {
  expect(links("cart", none)).toEqual([
    ["cart", null],
    ["checkout", null],
    ["confirmation", null],
  ]);
  expect(names("cart", all)).toEqual([
    "passholders",
    "cart",
    "payment-options",
    "donation",
    "checkout",
    "confirmation",
  ]);
});

test("the order of the steps is the same on all pages of a purchase with passes", () => {
  const passes: PurchaseFacts = { ...none, passholders: true };
  const steps = ["passholders", "cart", "checkout", "confirmation"];
  for (const current of ["passholders", "cart", "checkout", "confirmation"] as const)
    expect(names(current, passes)).toEqual(steps);
  expect(links("cart", passes)[0]).toEqual(["passholders", "/pass/demographics"]);
});

test("done steps that may be revisited have an address", () => {
  expect(links("checkout", all, ["payment-options", "donation"]).slice(1, 5)).toEqual([
    ["cart", "/cart"],
    ["payment-options", "/installment-billing/select"],
    ["donation", "/donate"],
    ["checkout", null],
  ]);
  const done = { ...all, mayDonate: false, mayChoosePlan: false };
  expect(links("checkout", done, ["payment-options", "donation"]).slice(2, 4)).toEqual([
    ["payment-options", null],
    ["donation", null],
  ]);
});

test("steps that were skipped are not counted, and the number of a step stays the same on all pages", () => {
  // The plan is chosen in the cart, so the page of payment options is skipped.
  const byPlan = { ...all, mayChoosePlan: false };
  const steps = ["passholders", "cart", "donation", "checkout", "confirmation"];
  expect(names("cart", byPlan)).toEqual(steps);
  expect(names("donation", byPlan)).toEqual(steps);
  // The donation is given on its page.
  const given = { ...byPlan, mayDonate: false };
  expect(names("checkout", given, ["donation"])).toEqual(steps);
  expect(names("confirmation", given, ["donation"])).toEqual(steps);
});

test("the current step is counted even if it can no longer be repeated", () => {
  expect(names("donation", { ...none, donates: true })).toContain("donation");
});

test("without a record of the steps that were shown, those that the shop offers are expected", () => {
  expect(expectedSteps(all)).toEqual(["payment-options", "donation"]);
  expect(expectedSteps(none)).toEqual([]);
});

test("after the order no step has an address", () => {
  expect(purchaseSteps("confirmation", all, ["donation"]).every(({ href }) => href === null)).toBe(true);
});

test("a cart with a donation, a chosen plan and a pass has their steps, and no choice can be repeated", () => {
  const gift = { isDonation: true, items: [] } as unknown as Cart["itemGroups"][number];
  const pass = { isDonation: false, items: [{ productVariantIsPass: true }] } as Cart["itemGroups"][number];
  const plan = { eligible: true, selected: true, payments: [] } as unknown as Cart["installmentBilling"];
  const cart = { ...emptyCart, cartTotal: 10, itemGroups: [gift, pass], installmentBilling: plan };
  expect(factsOfCart(cart, true)).toEqual({ ...all, mayDonate: false, mayChoosePlan: false });
  expect(factsOfCart({ ...cart, openPasses: 1 }, true)).toEqual(factsOfCart(cart, true));
  expect(factsOfCart({ ...cart, itemGroups: [gift] }, true).passholders).toBe(false);
  const order = { installmentBilling: plan, items: pass?.items } as unknown as Order;
  expect(factsOfOrder(order, true)).toEqual({ ...all, mayDonate: false, mayChoosePlan: false });
});
