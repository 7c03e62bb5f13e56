import { expect, test } from "vitest";
import type { AccountTicket, ReservationSite } from "@/api/types";
import { onlySite } from "./only-site";

const site = (id: string, selected = false): ReservationSite => ({
  id,
  name: id,
  propertyNames: [],
  selected,
});
const usableAt = (...reservationSiteIds: string[]) => ({ reservationSiteIds }) as AccountTicket;

const park = site("park");
const zoo = site("zoo");

test("the chosen site and the only site need no choice", () => {
  const chosen = site("zoo", true);
  expect(onlySite([park, chosen], [usableAt("park")])).toBe(chosen);
  expect(onlySite([park], [])).toBe(park);
});

test("the only site that admits the account's passes needs no choice", () => {
  expect(onlySite([park, zoo], [usableAt("zoo"), usableAt("zoo")])).toBe(zoo);
});

test("several possible sites are a choice", () => {
  expect(onlySite([park, zoo], [])).toBeNull();
  expect(onlySite([park, zoo], [usableAt("zoo"), usableAt("park")])).toBeNull();
  expect(onlySite([park, zoo], [usableAt("zoo", "park")])).toBeNull();
});
