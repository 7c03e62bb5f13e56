import { expect, test } from "vitest";
import { validityTexts } from "@/text/areas/validity";
import { createTranslate } from "@/text/texts";
import { admissionText } from "./validity";

const t = createTranslate({}, validityTexts);

test.each([
  [{ from: "2026-12-05", to: "2026-12-05", entryTime: "10:00" }, "Saturday, December 5, 2026, 10:00\u00a0AM"],
  [{ from: "2026-12-05", to: "2026-12-05" }, "Saturday, December 5, 2026"],
  [{ from: "2026-12-05", to: "2027-12-04" }, "December 5, 2026 through December 4, 2027"],
  [{ to: "2027-12-04" }, "Through December 4, 2027"],
  [{}, "Any day"],
])("the validity %j is written as %s", (days, text) => {
  expect(admissionText(t, days)).toBe(text);
});
