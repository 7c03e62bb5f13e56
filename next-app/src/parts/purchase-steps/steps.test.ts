import { expect, test } from "vitest";
import type { Cart, Order } from "@/api/types";
import { emptyCart } from "@/parts/cart-lines/sample";
import { factsOfCart, factsOfOrder, type PurchaseFacts, type PurchaseStep, purchaseSteps } from "./steps";

const none: PurchaseFacts = { donates: false, mayDonate: false, hasPlan: false, mayChoosePlan: false };
const all: PurchaseFacts = { donates: true, mayDonate: true, hasPlan: true, mayChoosePlan: true };
const links = (current: PurchaseStep, facts: PurchaseFacts) =>
  purchaseSteps(current, facts).map(({ step, href }) => [step, href]);

test("a purchase has the optional steps only if the shop offers donations and the items have a plan", () => {
  expect(links("cart", none)).toEqual([
    ["cart", null],
    ["checkout", null],
    ["confirmation", null],
  ]);
  expect(purchaseSteps("cart", all).map(({ step }) => step)).toEqual([
    "cart",
    "payment-options",
    "donation",
    "checkout",
    "confirmation",
  ]);
});

test("done steps that may be revisited have an address", () => {
  expect(links("checkout", all).slice(0, 4)).toEqual([
    ["cart", "/cart"],
    ["payment-options", "/installment-billing/select"],
    ["donation", "/donate"],
    ["checkout", null],
  ]);
  expect(links("checkout", { ...all, mayDonate: false, mayChoosePlan: false }).slice(0, 3)).toEqual([
    ["cart", "/cart"],
    ["payment-options", null],
    ["donation", null],
  ]);
});

test("after the order no step has an address", () => {
  expect(purchaseSteps("confirmation", all).every(({ href }) => href === null)).toBe(true);
});

test("a cart with a donation and a chosen plan has both steps, and neither can be repeated", () => {
  const group = { isDonation: true } as Cart["itemGroups"][number];
  const plan = { eligible: true, selected: true, payments: [] } as unknown as Cart["installmentBilling"];
  const cart = { ...emptyCart, cartTotal: 10, itemGroups: [group], installmentBilling: plan };
  expect(factsOfCart(cart, true)).toEqual({ ...all, mayDonate: false, mayChoosePlan: false });
  const order = { installmentBilling: plan } as Order;
  expect(factsOfOrder(order, true)).toEqual({ ...all, mayDonate: false, mayChoosePlan: false });
});
