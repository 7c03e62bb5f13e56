import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  addressErrors,
  emptyAddress,
  formatPhone,
  hasNanpShape,
  normalisePhone,
  normaliseZip,
  type TypedAddress,
  withCountry,
} from "./address-rules";

type Case = Record<string, string | number | boolean | null>;
type Vectors = { base: Case; cases: { name: string; change: Case; faults: string[] }[] };

const file = new URL("../../../api/vectors/address.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

/** Converts a test case, which holds numbers and nulls, to a typed address, which holds only strings. */
function typed(fields: Case): TypedAddress {
  const text = (name: keyof TypedAddress) => String(fields[name] ?? "");
  return Object.fromEntries(
    Object.keys(emptyAddress).map((name) => [name, text(name as keyof TypedAddress)]),
  ) as TypedAddress;
}

test.each(vectors.cases.map((it) => [it.name, it] as const))("address rules: %s", (_, { change, faults }) => {
  const fields: Case = { ...vectors.base, ...change };
  expect(addressErrors(typed(fields), fields.nanp === true).map(([field]) => field)).toEqual(faults);
});

test("the test cases shared with the API were loaded", () => {
  expect(vectors.cases.length).toBeGreaterThan(20);
});

test("first and last name share one message, and the phone message depends on the country", () => {
  expect(addressErrors(emptyAddress, true).slice(0, 3)).toEqual([
    ["firstName", "address.name"],
    ["lastName", "address.name"],
    ["phoneNumber", "address.phone-nanp"],
  ]);
  expect(addressErrors(emptyAddress, false)[2]).toEqual(["phoneNumber", "address.phone-other"]);
});

test("phones and postal codes are normalised, and a complete NANP number is shown in its usual form", () => {
  expect(normalisePhone("tel. +1 (212) 555-0123", true)).toBe("2125550123");
  expect(normalisePhone("138 1234 5678", false)).toBe("13812345678");
  expect(formatPhone("212.555.0123", true)).toBe("(212) 555-0123");
  expect(formatPhone("212 555 012", true)).toBe("212 555 012");
  expect(formatPhone("030 123456", false)).toBe("030 123456");
  expect(hasNanpShape("2125550123")).toBe(true);
  for (const other of ["0612345678", "2121550123", "12125550123", "212555012", ""]) {
    expect(hasNanpShape(other), other).toBe(false);
  }
  expect(normaliseZip(" k1a-0b1 ")).toBe("K1A0B1");
});

const states = [
  { id: 33, countryId: 80 },
  { id: 101, countryId: 17 },
];
const american: TypedAddress = {
  ...emptyAddress,
  countryId: "80",
  stateProvinceId: "33",
  phoneNumber: "(212) 555-0123",
  otherStateProvince: "",
};

test("changing the country clears the state", () => {
  const moved = withCountry(american, { id: 17, phoneUseNanpFormat: true }, states);
  expect(moved).toMatchObject({ countryId: "17", stateProvinceId: "", phoneNumber: "(212) 555-0123" });
});

test("changing the country removes the NANP format of a phone and keeps its digits", () => {
  expect(withCountry(american, { id: 30, phoneUseNanpFormat: false }, states).phoneNumber).toBe("2125550123");
});

test("choosing the same country again changes nothing", () => {
  expect(withCountry(american, { id: 80, phoneUseNanpFormat: true }, states)).toEqual(american);
});
