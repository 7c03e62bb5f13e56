import { expect, test } from "vitest";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { seatsTexts } from "@/text/areas/seats";
import { createTranslate } from "@/text/texts";
import { removalOf } from "./removal";
import { aGroup, aLine } from "./sample";

const t = createTranslate({}, cartRemoveTexts, seatsTexts);
const pass = (firstName: string) => ({
  ...aLine(firstName, 190),
  effectivePassLevelName: "Gold",
  firstName,
  lastName: "Lovelace",
});

test("the confirmation before a pass is removed names its holder", () => {
  const { message } = removalOf(t, aGroup("Season Pass", pass("Ada"), pass("Grace")), [pass("Grace")]);
  expect(message).toEqual(["1 × Adult (Gold), Grace Lovelace, Season Pass"]);
});
