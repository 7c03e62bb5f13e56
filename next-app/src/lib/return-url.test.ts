import { expect, test } from "vitest";
import {
  returnPath,
  returnPathAfterSignIn,
  returnPathAfterSignOut,
  returnPathOf,
  withQuery,
} from "./return-url";

test.each([
  ["/cart", "/cart"],
  ["/checkout?step=2#terms", "/checkout?step=2#terms"],
  ["/product/single/caf%C3%A9", "/product/single/caf%C3%A9"],
  ["/product/multi/tag/x?starting=2026-12-24", "/product/multi/tag/x?starting=2026-12-24"],
  ["/cart/../confirmation", "/confirmation"],
  ["/search?q=https://evil.example", "/search?q=https://evil.example"],
])("%s is accepted as a return address", (requested, path) => {
  expect(returnPath(requested)).toBe(path);
});

test.each([
  null,
  undefined,
  ["/cart", "//evil.example"],
  "",
  "cart",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/cart\\..\\evil",
  "https:evil",
  "https:/evil.example",
  "https://evil.example",
  "HTTPS://evil.example/cart",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "?x=1",
  "#x",
  "@evil.example",
  "/api/account",
  "/api",
  `/${"a".repeat(2000)}`,
])("the return address %j is replaced by the home page", (requested) => {
  expect(returnPath(requested)).toBe("/");
});

test.each([
  ["/login", "/"],
  ["/login?ReturnUrl=%2Fcart", "/"],
  ["/logout", "/"],
  ["/authenticate/register", "/"],
  ["/authenticate/smart-login?ReturnUrl=%2F", "/"],
  ["/session-timeout", "/"],
  ["/cart", "/cart"],
  ["/loginner", "/loginner"],
])("the return address %s opens %s after sign-in", (requested, path) => {
  expect(returnPathAfterSignIn(requested)).toBe(path);
});

test("signing out in a step of a reservation or of a purchase leads to the home page", () => {
  expect(returnPathAfterSignOut("/reservation/link")).toBe("/");
  expect(returnPathAfterSignOut("/reservation/review?x=1")).toBe("/");
  expect(returnPathAfterSignOut("/checkout")).toBe("/");
  expect(returnPathAfterSignOut("/pass/demographics?from=cart")).toBe("/");
  expect(returnPathAfterSignOut("/confirmation")).toBe("/");
  expect(returnPathAfterSignOut("/pass/link")).toBe("/pass/link");
  expect(returnPathAfterSignOut("/reservation/my")).toBe("/reservation/my");
  expect(returnPathAfterSignOut("/cart")).toBe("/cart");
});

test("a sign-in link returns to the current page or, on a sign-in page, to the return address of that page", () => {
  expect(returnPathOf("/product/single/tour", "?date=2026-12-05")).toBe(
    "/product/single/tour?date=2026-12-05",
  );
  expect(returnPathOf("/cart", "?reroute=true")).toBe("/cart");
  expect(returnPathOf("/login", "?ReturnUrl=%2Fcheckout")).toBe("/checkout");
  expect(returnPathOf("/login", "?ReturnUrl=%2F%2Fevil.example")).toBe("/");
  expect(returnPathOf("/", "")).toBe("/");
});

test("the address of a page includes its query parameters, except missing and repeated ones", () => {
  const query = { starting: "2026-12-24", promotionCode: undefined, passes: "all", twice: ["1", "2"] };
  expect(withQuery("/product/multi/verified/tag/x", query)).toBe(
    "/product/multi/verified/tag/x?starting=2026-12-24&passes=all",
  );
  const search = new URLSearchParams("installmentBilling=true&passes=all");
  expect(withQuery("/product/multi/pass/tag/x", search)).toBe(
    "/product/multi/pass/tag/x?installmentBilling=true&passes=all",
  );
  expect(withQuery("/cart", {})).toBe("/cart");
});
