// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CartGroup, CartItem } from "@/api/types";
import { AnyDay } from "./any-day";
import { aGroup, aLine, aVisit } from "./sample";

const textOf = (group: CartGroup) => render(<AnyDay group={group} />).container.textContent;
const locker: CartItem = aLine("locker", 6);

test("tickets without a visit are good on any day", () => {
  expect(textOf(aGroup("park-locker", locker))).toBe("Any day");
});

test("nothing is said for visits, passes, goods, packages and donations", () => {
  expect(textOf(aGroup("park-locker", { ...locker, performances: [aVisit()] }))).toBe("");
  expect(textOf(aGroup("season-pass", { ...locker, productVariantIsPass: true }))).toBe("");
  expect(textOf(aGroup("guide", { ...locker, deliveryItem: true }))).toBe("");
  expect(textOf({ ...aGroup("park-locker", locker), isPackage: true })).toBe("");
  expect(textOf({ ...aGroup("park-locker", locker), isDonation: true })).toBe("");
});
