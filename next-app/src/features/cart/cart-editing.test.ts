import { expect, test } from "vitest";
import type { Cart, CartItem } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { editedGroup, endedOffers, focusOrigin } from "./cart-editing";

const book = aGroup("book", aLine("line-1", 18));
const map = aGroup("map", aLine("line-2", 5), aLine("line-3", 5));
const cart: Cart = { ...emptyCart, cartEmpty: false, itemGroups: [book, map] };

test("the edited group is found by the id of any of its lines", () => {
  expect(editedGroup(cart, { id: "line-3", removed: false })).toBe(map);
});

test("no group is found for a line that is no longer in the cart", () => {
  expect(editedGroup(cart, { id: "line-9", removed: false })).toBeUndefined();
});

test("a removed line is looked up only among the removed groups", () => {
  expect(editedGroup(cart, { id: "line-1", removed: true })).toBeUndefined();
});

test("if an edit removes a different line of the group, focus moves on from the removed line", () => {
  const changes = [
    { id: "line-2", quantity: 1 },
    { id: "line-3", quantity: 0 },
  ];
  expect(focusOrigin({ id: "line-2", removed: false }, changes)).toEqual({ id: "line-3", removed: false });
});

test("focus moves on from the edited line if no line is removed or a revision had already removed the group", () => {
  const kept = [{ id: "line-2", quantity: 1 }];
  expect(focusOrigin({ id: "line-2", removed: false }, kept)).toEqual({ id: "line-2", removed: false });
  const removals = [{ id: "line-3", quantity: 0 }];
  expect(focusOrigin({ id: "line-2", removed: true }, removals)).toEqual({ id: "line-2", removed: true });
});

test("an offer has ended for a line that had it before the change and has it no longer", () => {
  const offer = { displayName: "Child free", quantity: 1 } as CartItem["offers"][number];
  const child = aLine("child", 20);
  const before = { itemGroups: [aGroup("day", aLine("adult", 30, 2), { ...child, offers: [offer, offer] })] };
  expect(endedOffers(before, child)).toEqual(["Child free"]);
  expect(endedOffers(before, { ...child, offers: [offer] })).toEqual([]);
  expect(endedOffers(before, aLine("adult", 30))).toEqual([]);
  expect(endedOffers(before, aLine("new", 20))).toEqual([]);
  const photo = { ...aLine("photo", 14), promotionName: "Photo with your ticket" };
  const beside = { itemGroups: [aGroup("photos", photo)] };
  expect(endedOffers(beside, aLine("photo", 19))).toEqual(["Photo with your ticket"]);
  expect(endedOffers(beside, photo)).toEqual([]);
});
