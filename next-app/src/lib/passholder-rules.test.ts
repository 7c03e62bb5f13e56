import { expect, test } from "vitest";
import {
  ageOn,
  emptyHolder,
  formatField,
  holderBody,
  holderErrors,
  isChild,
  parseBirthDay,
  type TypedHolder,
} from "./passholder-rules";

const today = "2026-11-21";
const states = ["NY", "RI"];

const ada: TypedHolder = {
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.org",
  birthDate: "12/10/1990",
  address1: "12 Quay Street",
  address2: "",
  city: "Albany",
  state: "NY",
  zip: "12207",
  phoneNumber: "(518) 555-0123",
};

const fields = (holder: Partial<TypedHolder>) =>
  holderErrors({ ...ada, ...holder }, today, states).map(([field]) => field);

test("an empty form reports every required field in order", () => {
  expect(holderErrors(emptyHolder, today, states)).toEqual([
    ["firstName", "passholder.first-name"],
    ["lastName", "passholder.last-name"],
    ["birthDate", "passholder.birth-date"],
    ["address1", "passholder.address1"],
    ["city", "passholder.city"],
    ["state", "passholder.state"],
    ["zip", "passholder.zip"],
    ["phoneNumber", "passholder.phone"],
  ]);
  expect(fields({})).toEqual([]);
});

test.each([
  ["firstName", 35],
  ["lastName", 35],
  ["address1", 50],
  ["address2", 50],
  ["city", 50],
] as const)("%s is valid with %i characters and invalid with one more", (field, most) => {
  expect(fields({ [field]: "x".repeat(most) })).toEqual([]);
  expect(fields({ [field]: ` ${"x".repeat(most)} ` })).toEqual([]);
  expect(fields({ [field]: "x".repeat(most + 1) })).toEqual([field]);
});

test("an e-mail address is optional, has at most 200 characters, and must be valid", () => {
  const email = (length: number) => {
    const part = "x".repeat(60);
    const domain = `${part}.${part}.${part}.org`;
    return `${"x".repeat(length - 1 - domain.length)}@${domain}`;
  };
  expect(email(200)).toHaveLength(200);
  for (const right of ["", " ", email(200)]) expect(fields({ emailAddress: right }), right).toEqual([]);
  for (const wrong of ["ada", "ada@example", email(201)]) {
    expect(fields({ emailAddress: wrong }), wrong).toEqual(["emailAddress"]);
  }
});

test.each([
  ["12207", true],
  ["12207-", true],
  ["122 07", true],
  ["k1a 0b6", true],
  ["K1A-0B6", true],
  ["1220", false],
  ["122077", false],
  ["K1A0B", false],
  ["0K1A0B", false],
  ["", false],
])("postal code %j is valid: %j", (zip, right) => {
  expect(fields({ zip })).toEqual(right ? [] : ["zip"]);
});

test.each([
  ["518-555-0123", true],
  ["5185550123", true],
  ["518555012", false],
  ["15185550123", true],
  ["25185550123", false],
  ["", false],
])("phone number %j is valid: %j", (phoneNumber, right) => {
  expect(fields({ phoneNumber })).toEqual(right ? [] : ["phoneNumber"]);
});

test("a state must be one of the listed states", () => {
  expect(fields({ state: "ON" })).toEqual(["state"]);
});

test.each([
  ["12/10/1990", "1990-12-10"],
  ["1/2/1990", "1990-01-02"],
  ["12-10-1990", "1990-12-10"],
  ["12101990", "1990-12-10"],
  ["1990-12-10", "1990-12-10"],
  ["2/29/2016", "2016-02-29"],
  ["2/29/2015", null],
  ["13/1/1990", null],
  // A two-digit year is the latest one that is not in the future.
  ["12/10/90", "1990-12-10"],
  ["11/21/26", "2026-11-21"],
  ["11/22/26", "1926-11-22"],
  ["1/1/10", "2010-01-01"],
  // A birth date must not be in the future, and the passholder must not be older than the maximum age.
  ["11/21/2026", "2026-11-21"],
  ["11/22/2026", null],
  ["11/22/1905", "1905-11-22"],
  ["11/21/1905", null],
  ["", null],
  ["1990", null],
])("the birth date %j is read as %j", (text, day) => {
  expect(parseBirthDay(text, today)).toBe(day);
});

test("age is counted in whole years, and a birthday on a leap day falls on March 1 in other years", () => {
  expect(ageOn("2012-11-21", today)).toBe(14);
  expect(ageOn("2012-11-22", today)).toBe(13);
  expect(ageOn("2016-02-29", "2030-02-28")).toBe(13);
  expect(ageOn("2016-02-29", "2030-03-01")).toBe(14);
});

test.each([
  ["11/22/2012", true],
  ["11/21/2012", false],
  ["11222012", true],
  ["11/22/2026", false],
  // The year is incomplete: `19` may become `1990`.
  ["12/10/19", false],
  ["", false],
])("a passholder born on %j needs no e-mail address: %j", (birthDate, child) => {
  expect(isChild({ ...ada, birthDate }, today)).toBe(child);
});

test("a valid field is reformatted when it loses focus", () => {
  expect(formatField("birthDate", "1/2/90", today)).toBe("01/02/1990");
  expect(formatField("birthDate", "1/2", today)).toBe("1/2");
  expect(formatField("phoneNumber", "518.555.0123", today)).toBe("(518) 555-0123");
  expect(formatField("phoneNumber", "518", today)).toBe("518");
  expect(formatField("city", " Albany", today)).toBe(" Albany");
});

test("passholder details are normalised before they are sent", () => {
  expect(holderBody({ ...ada, firstName: " Ada ", zip: "k1a-0b6", emailAddress: " " }, today)).toEqual({
    firstName: "Ada",
    lastName: "Lovelace",
    emailAddress: undefined,
    birthDate: "1990-12-10",
    address1: "12 Quay Street",
    address2: undefined,
    city: "Albany",
    state: "NY",
    zip: "K1A0B6",
    phoneNumber: "5185550123",
  });
});
