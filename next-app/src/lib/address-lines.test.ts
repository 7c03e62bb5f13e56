import { expect, test } from "vitest";
import { oneLineAddress } from "./address-lines";
import { emptyAddress } from "./address-rules";

const countries = [{ id: 80, name: "United States", code: "US", phoneUseNanpFormat: true }];
const states = [
  { id: 7, name: "New York", abbreviation: "NY", countryId: 80, requireLocationAcknowledgement: false },
];

test("an address is formatted on one line, without empty parts", () => {
  const ada = {
    ...emptyAddress,
    firstName: "Ada",
    lastName: "Lovelace",
    address1: "12 Quay Street",
    city: "Albany",
  };
  expect(oneLineAddress(ada, countries, states)).toBe("12 Quay Street, Albany");
  const whole = { ...ada, address2: "Floor 2", stateProvinceId: "7", zipCode: "12207", countryId: "80" };
  expect(oneLineAddress(whole, countries, states)).toBe(
    "12 Quay Street, Floor 2, Albany, NY\u00a012207, United States",
  );
  const elsewhere = { ...ada, otherStateProvince: "Jalisco", zipCode: "44100" };
  expect(oneLineAddress(elsewhere, countries, states)).toBe("12 Quay Street, Albany, Jalisco\u00a044100");
});
