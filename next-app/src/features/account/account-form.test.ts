import { expect, test } from "vitest";
import { faultsOf, nothingTyped } from "./account-form";

const ada = {
  ...nothingTyped,
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: " ada@example.org ",
  phoneNumber: "",
  password: "Analytical engine No. 1",
  currentPassword: "old",
  newPassword: "Difference engine No. 2",
};

const forms = [
  "smart-login",
  "login",
  "register",
  "forgot-password",
  "reset-password",
  "change-password",
] as const;

test("a complete form has no error", () => {
  for (const form of forms) expect(faultsOf(form, ada)).toEqual({});
});

test("each form asks for its own fields in order", () => {
  expect(Object.entries(faultsOf("smart-login", nothingTyped))).toEqual([["emailAddress", "address.email"]]);
  expect(Object.entries(faultsOf("login", nothingTyped))).toEqual([
    ["emailAddress", "address.email"],
    ["password", "account.password-missing"],
  ]);
  expect(Object.entries(faultsOf("register", nothingTyped))).toEqual([
    ["firstName", "address.name"],
    ["lastName", "address.name"],
    ["emailAddress", "address.email"],
    ["password", "account.password-rule"],
  ]);
  expect(Object.entries(faultsOf("forgot-password", nothingTyped))).toEqual([
    ["emailAddress", "address.email"],
  ]);
  expect(Object.entries(faultsOf("reset-password", nothingTyped))).toEqual([
    ["newPassword", "account.password-rule"],
  ]);
  expect(Object.entries(faultsOf("change-password", nothingTyped))).toEqual([
    ["currentPassword", "account.password-missing"],
    ["newPassword", "account.password-rule"],
  ]);
});

test("a new password is accepted up to the limits of the rule", () => {
  for (const [length, fault] of [
    [7, "account.password-rule"],
    [8, undefined],
    [128, undefined],
    [129, "account.password-rule"],
  ] as const) {
    const newPassword = `aB1 ${"x".repeat(length - 4)}`;
    for (const form of ["reset-password", "change-password"] as const)
      expect(faultsOf(form, { ...ada, newPassword }).newPassword, `${length}`).toBe(fault);
  }
});

test("a phone number is optional and must be valid if given", () => {
  expect(faultsOf("register", { ...ada, phoneNumber: "(212) 555-0123" })).toEqual({});
  expect(faultsOf("register", { ...ada, phoneNumber: "1234567890123456" })).toEqual({
    phoneNumber: "address.phone-other",
  });
});

test("a password that breaks the current rules can still sign in", () => {
  expect(faultsOf("login", { ...ada, password: "old" })).toEqual({});
});
