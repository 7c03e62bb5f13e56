import { expect, test } from "vitest";
import { isNumericPhone } from "./phone";

test.each(["5185550123", "(518) 555-0123", "+1 518.555.0123", "1", "123456789012345"])(
  "%s is a phone number",
  (text) => {
    expect(isNumericPhone(text)).toBe(true);
  },
);

test.each(["", " ", "()", "Ada", "555-CALL-NOW", "1234567890123456"])("%s is not a phone number", (text) => {
  expect(isNumericPhone(text)).toBe(false);
});
