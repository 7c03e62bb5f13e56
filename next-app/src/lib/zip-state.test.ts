import { expect, test } from "vitest";
import { stateOfZip } from "./zip-state";

test.each([
  ["12207", "NY"],
  ["00501", "NY"],
  ["00601", "PR"],
  ["02108", "MA"],
  ["05501", "MA"],
  ["20001", "DC"],
  ["20101", "VA"],
  ["30303", "GA"],
  ["39901", "GA"],
  ["73301", "TX"],
  ["73401", "OK"],
  ["88510", "TX"],
  ["90210", "CA"],
  ["96910", "GU"],
  ["99950", "AK"],
  [" 60601-1234 ", "IL"],
])("the ZIP code %s is in %s", (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test("a place that is served from a different state has its own state", () => {
  expect(stateOfZip("06390")).toBe("NY");
  expect(stateOfZip("06391")).toBe("CT");
  expect(stateOfZip("83414")).toBe("WY");
});

test.each(["", "1220", "122077", "A1B 2C3", "00401", "71501"])("the text %j has no known state", (zip) => {
  expect(stateOfZip(zip)).toBeNull();
});
