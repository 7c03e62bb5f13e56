import { expect, test } from "vitest";
import type { Account } from "@/api/types";
import { invalidFields } from "@/parts/form/rules";
import { aReservation } from "@/parts/reservation-step/sample";
import { reservationTexts } from "@/text/areas/reservation";
import { guestBody, guestSchema, initialGuest, type TypedGuest } from "./guest-form";

/** The messages of the invalid fields. */
const guestFaults = (typed: TypedGuest) =>
  invalidFields(
    guestSchema((id) => reservationTexts[id]),
    typed,
  );

const ada = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.org",
  phoneNumber: "(518) 555-0123",
  zip: "12207",
};

test("each missing field shows its prescribed message", () => {
  const nothing = initialGuest(null, null, null);
  expect(Object.values(guestFaults(nothing))).toEqual([
    "First Name is required",
    "Last Name is required",
    "A valid email address is required",
    "A ten digit phone number is required",
    "A 5 digit US or 6 character Canadian postal code is required",
  ]);
  expect(guestFaults(ada)).toEqual({});
});

test("valid values are accepted, and missing, overlong or malformed values are refused", () => {
  const name = "x".repeat(35);
  const email = `ada@${"a".repeat(60)}.${"b".repeat(63)}.${"c".repeat(63)}.orgs`;
  expect(email.length).toBe(197);
  for (const right of [
    { firstName: name, lastName: name },
    { emailAddress: email },
    { phoneNumber: "518.555.0123" },
    { zip: "k1a-0b6" },
    { zip: " 12207 " },
  ]) {
    expect(guestFaults({ ...ada, ...right })).toEqual({});
  }
  for (const wrong of [
    { firstName: `${name}x` },
    { lastName: " " },
    { emailAddress: `long${email}` },
    { emailAddress: "ada@example" },
    { phoneNumber: "518555012" },
    { phoneNumber: "2 518 555 0123" },
    { zip: "1220" },
    { zip: "12207-1234" },
    { zip: "K1A0B" },
  ]) {
    expect(Object.keys(guestFaults({ ...ada, ...wrong }))).toEqual(Object.keys(wrong));
  }
});

test("known values are prefilled, and entered values are sent without separators", () => {
  const known = aReservation({ ...ada, phoneNumber: "5185550123" });
  expect(initialGuest(known, null, null)).toEqual(ada);
  const { zip: zipCode, ...names } = ada;
  const account = { ...names, zipCode, phoneNumber: "5185550123" } as Account;
  expect(initialGuest(aReservation(), account, null)).toEqual(ada);
  expect(initialGuest({ ...known, firstName: "Augusta" }, account, null).firstName).toBe("Augusta");
  const { firstName, lastName, emailAddress } = ada;
  const fresh = { firstName, lastName, emailAddress } as Account;
  const last = { firstName: "Augusta", phoneNumber: "5185550123", zipCode };
  expect(initialGuest(aReservation(), fresh, last)).toEqual(ada);
  expect(guestBody({ ...ada, firstName: " Ada ", zip: "k1a-0b6" })).toEqual({
    ...ada,
    phoneNumber: "5185550123",
    zip: "K1A0B6",
  });
});
