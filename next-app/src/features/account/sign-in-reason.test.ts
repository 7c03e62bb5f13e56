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
])("the sign-in reason for the path %s is %s", (path, reason) => {
  expect(signInReason(path)).toBe(reason);
});
