import { expect, test } from "vitest";
import { emptyAddress, type TypedAddress } from "@/lib/address-rules";
import { filledAccount, initialProfile, profileBody, profileErrors } from "./profile-form";

const ada: TypedAddress = {
  ...emptyAddress,
  firstName: "Ada",
  lastName: "King",
  phoneNumber: "(518) 555-0123",
  countryId: "80",
  address1: "12 Analytical Way",
  city: "Albany",
  stateProvinceId: "33",
  zipCode: "12207",
};

const wrong = (change: Partial<TypedAddress>) =>
  profileErrors({ ...ada, ...change }, true).map(([field]) => field);

test("neither a complete profile nor a profile with only a name has an error", () => {
  expect(wrong({})).toEqual([]);
  expect(
    profileErrors({ ...emptyAddress, firstName: "Ada", lastName: "King", countryId: "80" }, true),
  ).toEqual([]);
});

test("a valid value of each field is accepted, and a missing, overlong or malformed value is refused", () => {
  const cases: [field: keyof TypedAddress, right: string, wrong: string][] = [
    ["firstName", "x".repeat(35), "x".repeat(36)],
    ["firstName", "A", ""],
    ["lastName", "x".repeat(35), "x".repeat(36)],
    ["lastName", "K", " "],
    ["phoneNumber", "5185550123", "518555012"],
    ["phoneNumber", "518-555-0123", "2 518 555 0123"],
    ["address1", "x".repeat(100), "x".repeat(101)],
    ["address1", "1", ""],
    ["address2", "x".repeat(100), "x".repeat(101)],
    ["city", "x".repeat(50), "x".repeat(51)],
    ["city", "A", ""],
    ["stateProvinceId", "33", ""],
    ["zipCode", "12207", "122070"],
    ["zipCode", "12207", "1220"],
  ];
  for (const [field, right, past] of cases) {
    expect(wrong({ [field]: right }), `${field} ${right}`).toEqual([]);
    expect(wrong({ [field]: past }), `${field} ${past}`).toEqual([field]);
  }
});

test("the phone number and the address can be empty, but a partial address is refused", () => {
  expect(wrong({ phoneNumber: "" })).toEqual([]);
  expect(wrong({ phoneNumber: "none" })).toEqual(["phoneNumber"]);
  const none = { address1: "", city: "", stateProvinceId: "", zipCode: "" };
  expect(wrong(none)).toEqual([]);
  expect(wrong({ ...none, city: "Albany" })).toEqual(["address1", "zipCode", "stateProvinceId"]);
});

test("a profile is sent in the API's format without empty fields, and saved values are shown in the form's format", () => {
  const account = { emailAddress: "ada@example.org", emailVerified: false, hasPassword: true };
  const body = profileBody(ada);
  expect(body).toMatchObject({
    phoneNumber: "5185550123",
    countryId: 80,
    stateProvinceId: 33,
    address2: undefined,
  });
  const saved = { ...account, ...body, phoneUseNanpFormat: true };
  const canada = { id: 17, phoneUseNanpFormat: true };
  const usa = { id: 80, phoneUseNanpFormat: true };
  expect(initialProfile(saved, canada)).toEqual(ada);
  expect(initialProfile(account, usa)).toEqual({ ...emptyAddress, countryId: "80" });
  expect(initialProfile({ ...account, phoneNumber: "5185550123" }, usa).phoneNumber).toBe("(518) 555-0123");
  expect(profileBody({ ...ada, phoneNumber: "none" }).phoneNumber).toBe("none");
});

test("what an account lacks is filled from its last order, and what it has stays", () => {
  const account = { emailAddress: "ada@example.org", emailVerified: true, hasPassword: true };
  const last = {
    firstName: "Augusta",
    lastName: "Byron",
    phoneNumber: "5185550199",
    phoneUseNanpFormat: true,
    countryId: 80,
    address1: "1 Ockham Park",
    city: "Albany",
    stateProvinceId: 33,
    zipCode: "12207",
  };
  const named = { ...account, firstName: "Ada", lastName: "King" };
  expect(filledAccount(named, last)).toMatchObject({ ...last, firstName: "Ada", lastName: "King" });
  const whole = { ...named, phoneNumber: "5185550123", countryId: 80, address1: "12 Analytical Way" };
  expect(filledAccount(whole, last)).toBeNull();
  expect(filledAccount({ ...whole, phoneNumber: undefined }, last)).toMatchObject({
    address1: "12 Analytical Way",
    phoneNumber: "5185550199",
  });
  expect(filledAccount(named, null)).toBeNull();
  expect(filledAccount(named, { countryId: 80 })).toBeNull();
});
