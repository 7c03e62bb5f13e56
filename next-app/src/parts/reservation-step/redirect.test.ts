import { expect, test } from "vitest";
import { reservationTexts } from "@/text/areas/reservation";
import { codeOf, redirectText } from "./redirect";

test.each([
  ["1", "Your session has timed out due to inactivity"],
  ["2", "Reservation has an incorrect status. Let's begin again."],
  ["3", "Unexpected error occurred in reservation"],
  ["4", "Tickets were not added successfully. Let's try again."],
  ["5", "Unexpected error occurred adding tickets"],
  ["6", "The date of visit was not added successfully. Let's try again."],
  ["7", "Access to the reservation no longer allowed"],
  ["8", "Unable to locate reservation"],
  ["9", "Unable to create reservation"],
  ["10", "Unable to create reservation"],
  ["0", "An unexpected error has occurred"],
  ["11", "An unexpected error has occurred"],
  ["01", "An unexpected error has occurred"],
  ["toString", "An unexpected error has occurred"],
])("the redirect code %s shows %j", (code, text) => {
  expect(reservationTexts[redirectText(code)]).toBe(text);
});

test("if an address has several redirect codes, the first one is used", () => {
  expect(codeOf(undefined)).toBeNull();
  expect(codeOf("")).toBeNull();
  expect(codeOf("2")).toBe("2");
  expect(codeOf(["2", "3"])).toBe("2");
});
