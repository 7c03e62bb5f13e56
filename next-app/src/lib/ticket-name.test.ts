import { expect, test } from "vitest";
import { ticketName } from "./ticket-name";

test("the name of a pass includes its level", () => {
  expect(ticketName({ displayName: "Adult", effectivePassLevelName: "Silver" })).toBe("Adult (Silver)");
  expect(ticketName({ displayName: "Adult" })).toBe("Adult");
});
