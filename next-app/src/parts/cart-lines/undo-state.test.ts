import { expect, test } from "vitest";
import { cartTexts } from "@/text/areas/cart";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { placeTexts } from "@/text/areas/place";
import { createTranslate } from "@/text/texts";
import { aGroup, aLine } from "./sample";
import { removalBy } from "./undo-state";

const t = createTranslate({}, cartTexts, cartRemoveTexts, placeTexts);
const itemGroups = [
  aGroup("Day Ticket", aLine("one", 40, 2), aLine("two", 20)),
  aGroup("Season Pass", {
    ...aLine("three", 190),
    effectivePassLevelName: "Gold",
    firstName: "Ada",
    lastName: "Lovelace",
  }),
];

test("a change that removes nothing has no removal", () => {
  expect(removalBy(t, { itemGroups }, [{ id: "one", quantity: 3 }])).toBeNull();
});

test("a line that is not in the cart, such as one that a revision removed, is not a removal", () => {
  expect(removalBy(t, { itemGroups }, [{ id: "four", quantity: 0 }])).toBeNull();
});

test("a removed seat is named", () => {
  const seat = { ...aLine("seat", 30), seats: [{ seatCategoryName: "Parterre", row: "D", seat: "8" }] };
  const groups = [aGroup("The Harbor Quartet", seat)];
  expect(removalBy(t, { itemGroups: groups }, [{ id: "seat", quantity: 0 }])?.names).toBe(
    "1 × Adult, Parterre, row\u00a0D, seat\u00a08, The Harbor Quartet",
  );
});

test("a removal keeps the quantities of its lines, their names and the place of the first one", () => {
  const changes = [
    { id: "three", quantity: 0 },
    { id: "one", quantity: 0 },
    { id: "two", quantity: 2 },
  ];
  expect(removalBy(t, { itemGroups }, changes)).toEqual({
    lines: [
      { id: "one", quantity: 2 },
      { id: "three", quantity: 1 },
    ],
    names: "2 × Adult, Day Ticket; 1 × Adult (Gold), Ada Lovelace, Season Pass",
    notice: "Removed from your cart: 2 × Adult, Day Ticket; 1 × Adult (Gold), Ada Lovelace, Season Pass.",
    at: 0,
    problem: null,
  });
});

test("a line that is sold only with others leaves with the last of them, and the notice says why", () => {
  const lane = { ...aLine("lane", 24, 3), displayName: "Nine rides", hostLines: ["one", "two"] };
  const groups = [...itemGroups, aGroup("Fast Lane", lane)];
  const one = { id: "one", quantity: 0 };
  expect(removalBy(t, { itemGroups: groups }, [one])?.lines).toEqual([{ id: "one", quantity: 2 }]);
  expect(removalBy(t, { itemGroups: groups }, [one, { id: "two", quantity: 0 }])).toEqual({
    lines: [
      { id: "one", quantity: 2 },
      { id: "two", quantity: 1 },
      { id: "lane", quantity: 3 },
    ],
    names: "2 × Adult, Day Ticket; 1 × Adult, Day Ticket; 3 × Nine rides, Fast Lane",
    notice:
      "Removed from your cart: 2 × Adult, Day Ticket; 1 × Adult, Day Ticket. " +
      "Also removed: 3 × Nine rides, Fast Lane, which can only be bought with Day Ticket.",
    at: 0,
    problem: null,
  });
});
