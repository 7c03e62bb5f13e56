import { expect, test } from "vitest";
import { invalidFields } from "@/parts/form/rules";
import { type LookUpValues, lookUpBody, lookUpSchema } from "./look-up";

const lookUpFaults = (typed: LookUpValues) =>
  invalidFields(
    lookUpSchema((id) => id),
    typed,
  );

test("code and phone number are both required, and are sent without separators", () => {
  expect(lookUpFaults({ reservationCode: " - ", phoneNumber: "555" })).toEqual({
    reservationCode: "reservation-my.code-required",
    phoneNumber: "reservation.phone",
  });
  const typed = { reservationCode: "abcd-2345", phoneNumber: "(518) 555-0123" };
  expect(lookUpFaults(typed)).toEqual({});
  expect(lookUpBody(typed)).toEqual({ reservationCode: "ABCD2345", phoneNumber: "5185550123" });
});
