import { expect, test } from "vitest";
import type { ProductDate } from "@/api/types";
import { aVariant } from "@/parts/performance-picker/sample";
import { calendarSpan } from "./calendar-span";

const front = aVariant("front", { displayName: "Front", displayPrice: 56 });
const balcony = aVariant("balcony", { displayName: "Balcony", displayPrice: 29 });
const young = aVariant("young", { displayName: "Under 26", displayPrice: 22, isRestricted: true });
const variants = [front, balcony, young];

const dated = (...prices: (number | undefined)[]) =>
  prices.map((fromPrice, day) => ({ date: `2026-12-0${day + 1}`, fromPrice }) as ProductDate);

test("the days show the prices of the standard variant, which is named", () => {
  const span = calendarSpan({ product: { hasPlaces: false, variants }, dates: dated(56, 60) });
  expect(span).toMatchObject({ lowest: 56, highest: 56, lowestFor: "Front" });
});

test("with places, the days show the price of the cheapest section, and other places cost more", () => {
  const span = calendarSpan({ product: { hasPlaces: true, variants }, dates: dated(undefined, 56, 29) });
  expect(span).toMatchObject({ lowest: 29, highest: 56, lowestFor: "Balcony" });
});

test("a calendar without prices, or with the lowest price of all, adds nothing", () => {
  const product = { hasPlaces: true, variants };
  expect(calendarSpan({ product, dates: dated(undefined) })).toBeNull();
  expect(calendarSpan({ product, dates: dated(22) })).toBeNull();
  expect(
    calendarSpan({ product: { hasPlaces: false, variants: [young, front] }, dates: dated(22) }),
  ).toBeNull();
});

test("a week calendar always has prices", () => {
  const span = calendarSpan({ product: { hasPlaces: false, variants }, dates: [], week: {} });
  expect(span).toMatchObject({ lowestFor: "Front" });
});
