import { expect, test } from "vitest";
import { ticketName } from "./ticket-name";

test("a pass is told from those of other levels", () => {
  expect(ticketName({ displayName: "Adult", effectivePassLevelName: "Silver" })).toBe("Adult (Silver)");
  expect(ticketName({ displayName: "Adult" })).toBe("Adult");
});
