import { expect, test } from "vitest";
import { faultsOf, nothingTyped } from "./account-form";

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: " ada@example.org ",
  phoneNumber: "",
  password: "Analytical engine No. 1",
};

test("a whole form has no fault", () => {
  for (const form of ["smart-login", "login", "register"] as const) expect(faultsOf(form, ada)).toEqual({});
});

test("each form asks for its own fields, in order", () => {
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
});

test("a phone may be left out, and must be one if it is given", () => {
  expect(faultsOf("register", { ...ada, phoneNumber: "(212) 555-0123" })).toEqual({});
  expect(faultsOf("register", { ...ada, phoneNumber: "1234567890123456" })).toEqual({
    phoneNumber: "address.phone-other",
  });
});

test("a password of an older rule may still sign in", () => {
  expect(faultsOf("login", { ...ada, password: "old" })).toEqual({});
});
