import { expect, test } from "vitest";
import { joinedOffers } from "./joined-offers";

const offer = (displayName: string, quantity: number, displayAdjustmentTotal: number) => ({
  displayName,
  quantity,
  unitPriceAdjustment: displayAdjustmentTotal / quantity,
  adjustmentTotal: displayAdjustmentTotal,
  displayAdjustmentTotal,
});

test("an offer for tickets of different prices is one row with its whole reduction", () => {
  const rows = joinedOffers([
    offer("10% off four or more tickets", 2, -5.6),
    offer("One child free with two adults", 1, -32.5),
    offer("10% off four or more tickets", 2, -3.2),
  ]);
  expect(rows.map((row) => [row.displayName, row.quantity, row.displayAdjustmentTotal])).toEqual([
    ["10% off four or more tickets", 4, -8.8],
    ["One child free with two adults", 1, -32.5],
  ]);
});
