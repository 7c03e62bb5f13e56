// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { isPage, routes } from "@/lib/routes";
import { moreItemsPath, pageSteps, pathAfter, saveSelectionPath, selectionPath } from "./sale-path";

const plain = { passesInvolved: false, installmentBilling: false };

beforeEach(() => sessionStorage.clear());

test("every step of a sale except product selection has a page that exists in the shop", () => {
  expect(Object.keys(pageSteps)).toEqual([
    "pass-link",
    "pass-demographics",
    "pass-products",
    "pass-add-ons",
    "non-pass-add-ons",
    "upgrade-product",
    "entitlements",
    "account-entitlements",
    "cart",
    "installment-billing",
    "donate",
    "checkout",
    "confirmation",
  ]);
  for (const path of Object.values(pageSteps)) expect(isPage(path())).toBe(true);
});

test("a sale leads through the existing pages from the product to the confirmation", () => {
  expect(pathAfter("product-selection", plain)).toBe("/product/multi/add-on/non-pass");
  expect(pathAfter("product-selection", { ...plain, passesInvolved: true })).toBe("/pass/demographics");
  expect(pathAfter("pass-link", plain)).toBe("/pass/demographics");
  expect(pathAfter("pass-demographics", plain)).toBe("/pass/products");
  expect(pathAfter("pass-products", plain)).toBe("/product/multi/add-on/pass");
  expect(pathAfter("non-pass-add-ons", plain)).toBe("/cart");
  expect(pathAfter("pass-add-ons", plain)).toBe("/cart");
  expect(pathAfter("entitlements", plain)).toBe("/cart");
  expect(pathAfter("upgrade-product", plain)).toBe("/pass/demographics");
  expect(pathAfter("cart", plain)).toBe("/donate");
  expect(pathAfter("cart", { ...plain, installmentBilling: true })).toBe("/installment-billing/select");
  expect(pathAfter("installment-billing", { ...plain, installmentBilling: true })).toBe("/donate");
  expect(pathAfter("donate", plain)).toBe("/checkout");
  expect(pathAfter("checkout", plain)).toBe("/confirmation");
  expect(pathAfter("confirmation", plain)).toBe("/");
});

test("without a stored path, product selection opens the cart, and the link to more items opens the home page", () => {
  expect(selectionPath()).toBe(routes.cart());
  expect(moreItemsPath()).toBe(routes.home());
});

test("the stored path is used in this tab only", () => {
  saveSelectionPath("/product/single/day-ticket");
  expect(selectionPath()).toBe("/product/single/day-ticket");
  expect(moreItemsPath()).toBe("/product/single/day-ticket");
  expect(localStorage).toHaveLength(0);
});

test.each([
  "//evil.example",
  "https://evil.example/",
  "/no-such-page",
  "javascript:alert(1)",
  "/\\evil.example",
])("an invalid stored path is ignored: %s", (path) => {
  saveSelectionPath(path);
  expect(selectionPath()).toBe(routes.cart());
  expect(moreItemsPath()).toBe(routes.home());
});
