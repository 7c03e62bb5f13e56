import { expect, test } from "vitest";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { placeTexts } from "@/text/areas/place";
import { createTranslate } from "@/text/texts";
import { removalOf } from "./removal";
import { aGroup, aLine } from "./sample";

const t = createTranslate({}, cartRemoveTexts, placeTexts);
const pass = (firstName: string) => ({
  ...aLine(firstName, 190),
  effectivePassLevelName: "Gold",
  firstName,
  lastName: "Lovelace",
});

test("the confirmation before a pass is removed names its holder", () => {
  const group = aGroup("Season Pass", pass("Ada"), pass("Grace"));
  const { message } = removalOf(t, { itemGroups: [group] }, group, [pass("Grace")]);
  expect(message).toEqual(["1 × Adult (Gold), Grace Lovelace, Season Pass"]);
});

test("the confirmation names the lines that leave because they are sold only with the removed ones", () => {
  const ticket = aGroup("Day Ticket", aLine("one", 40));
  const lane = aGroup("Fast Lane", {
    ...aLine("lane", 24, 3),
    displayName: "Nine rides",
    hostLines: ["one"],
  });
  expect(removalOf(t, { itemGroups: [ticket, lane] }, ticket, ticket.items).message).toEqual([
    "1 × Adult, Day Ticket",
    "This also removes 3 × Nine rides, Fast Lane, which can only be bought with Day Ticket.",
  ]);
});
