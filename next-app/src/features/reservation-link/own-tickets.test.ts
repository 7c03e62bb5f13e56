import { expect, test } from "vitest";
import type { AccountTicket } from "@/api/types";
import { aTicket } from "@/parts/reservation-step/sample";
import { addable } from "./own-tickets";

const own = (accountId: string): AccountTicket => ({
  accountId,
  barcode: `CODE-${accountId}`,
  ticketTypeId: 3,
  productName: "Park Day Ticket",
  variantName: "Adult",
  over: false,
  siteName: "Cedar Park",
  hasPhoto: false,
  reservationSiteIds: [],
});

test("a ticket that is already in the party is not offered again, even if its code is partly hidden", () => {
  const alongside = aTicket({ accountId: "2", barcode: "…4RBC", realBarcode: "…4RBC" });
  const party = [aTicket({ accountId: "1" }), alongside];
  expect(addable([own("1"), own("2"), own("3")], party).map(({ accountId }) => accountId)).toEqual(["3"]);
});
