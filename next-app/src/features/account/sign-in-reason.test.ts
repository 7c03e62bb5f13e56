import { expect, test } from "vitest";
import { signInReason } from "./sign-in-reason";

test.each([
  ["/pass/demographics", "account.reason-pass"],
  ["/pass/link?a=b", "account.reason-pass"],
  ["/entitlement/redeem", "account.reason-entitlement"],
  ["/account-entitlement/redeem", "account.reason-entitlement"],
  ["/product/single/night", "account.reason-product"],
  ["/", null],
  ["/passes", null],
])("a guest who opens %s is asked to sign in because of: %s", (path, reason) => {
  expect(signInReason(path)).toBe(reason);
});
