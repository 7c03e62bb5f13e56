import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { invalidFields } from "@/parts/form/rules";
import {
  changePasswordSchema,
  emailSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
} from "./account-form";

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: " ada@example.org ",
  phoneNumber: "",
  password: "Analytical engine No. 1",
  currentPassword: "old",
  newPassword: "Difference engine No. 2",
};

const nothingTyped: typeof ada = {
  firstName: "",
  lastName: "",
  emailAddress: "",
  phoneNumber: "",
  password: "",
  currentPassword: "",
  newPassword: "",
};

const say = (id: string) => id;
const schemas = {
  email: emailSchema(say),
  login: loginSchema(say),
  register: registerSchema(say),
  "reset-password": resetPasswordSchema(say),
  "change-password": changePasswordSchema(say),
};

/** The ids of the messages by field. */
const errorsIn = (form: keyof typeof schemas, typed: typeof ada) =>
  invalidFields(schemas[form] as z.ZodMiniType<unknown, unknown>, typed);

test("a complete form has no error", () => {
  for (const form of Object.keys(schemas) as (keyof typeof schemas)[])
    expect(errorsIn(form, ada)).toEqual({});
});

test("an empty form reports each required field in the order of the form", () => {
  expect(Object.entries(errorsIn("email", nothingTyped))).toEqual([["emailAddress", "address.email"]]);
  expect(Object.entries(errorsIn("login", nothingTyped))).toEqual([
    ["emailAddress", "address.email"],
    ["password", "account.password-missing"],
  ]);
  expect(Object.entries(errorsIn("register", nothingTyped))).toEqual([
    ["firstName", "address.name"],
    ["lastName", "address.name"],
    ["emailAddress", "address.email"],
    ["password", "account.password-rule"],
  ]);
  expect(Object.entries(errorsIn("reset-password", nothingTyped))).toEqual([
    ["newPassword", "account.password-rule"],
  ]);
  expect(Object.entries(errorsIn("change-password", nothingTyped))).toEqual([
    ["currentPassword", "account.password-missing"],
    ["newPassword", "account.password-rule"],
  ]);
});

test("a new password is accepted only if its length is within the limits", () => {
  for (const [length, errorId] of [
    [7, "account.password-rule"],
    [8, undefined],
    [128, undefined],
    [129, "account.password-rule"],
  ] as const) {
    const newPassword = `aB1 ${"x".repeat(length - 4)}`;
    for (const form of ["reset-password", "change-password"] as const)
      expect(errorsIn(form, { ...ada, newPassword }).newPassword, `${length}`).toBe(errorId);
  }
});

test("a phone number is optional and must be valid if given", () => {
  expect(errorsIn("register", { ...ada, phoneNumber: "(212) 555-0123" })).toEqual({});
  expect(errorsIn("register", { ...ada, phoneNumber: "1234567890123456" })).toEqual({
    phoneNumber: "address.phone-other",
  });
});

test("a password that breaks the current rules is accepted at sign-in", () => {
  expect(errorsIn("login", { ...ada, password: "old" })).toEqual({});
});
