import { expect, test } from "vitest";
import { ticketName } from "./ticket-name";

test("a pass's name includes its level", () => {
  expect(ticketName({ displayName: "Adult", effectivePassLevelName: "Silver" })).toBe("Adult (Silver)");
  expect(ticketName({ displayName: "Adult" })).toBe("Adult");
});
