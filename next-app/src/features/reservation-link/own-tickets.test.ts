import { expect, test } from "vitest";
import type { AccountTicket } from "@/api/types";
import { aTicket } from "@/parts/reservation-step/sample";
import { addable } from "./own-tickets";

const own = (barcode: string): AccountTicket => ({
  accountId: barcode,
  barcode,
  ticketTypeId: 1,
  productName: "Season Pass",
  variantName: "Adult",
  over: false,
});

test("what is in the party already is not offered", () => {
  const party = [aTicket({ barcode: "ABCD-2345", realBarcode: "qr" })];
  const tickets = [own("ABCD2345"), own("WXYZ6789")];
  expect(addable(tickets, party).map(({ barcode }) => barcode)).toEqual(["WXYZ6789"]);
});
