import { expect, test } from "vitest";
import type { SavedPayment } from "@/api/types";
import { chosenCard, isSecurityCode, newCard, shortenName, shownChoice } from "./card-choice";

const card = (extAccountStoredPaymentId: string) => ({ extAccountStoredPaymentId }) as SavedPayment;
const saved = { cards: [card("latest"), card("older")] };

test("the latest saved card is selected until the shopper chooses", () => {
  expect(chosenCard(saved.cards, null)).toBe(saved.cards[0]);
  expect(chosenCard(saved.cards, "older")).toBe(saved.cards[1]);
});

test("a saved card that is no longer offered is replaced by the latest one", () => {
  expect(chosenCard(saved.cards, "removed")).toBe(saved.cards[0]);
});

test("no saved card is selected if the shopper types a new card or has no saved cards", () => {
  expect(chosenCard(saved.cards, newCard)).toBeNull();
  expect(chosenCard([], null)).toBeNull();
});

test("a list of cards shows the chosen or latest card, or the new one; without saved cards there is no list", () => {
  expect(shownChoice(saved.cards, null)).toBe("latest");
  expect(shownChoice(saved.cards, "older")).toBe("older");
  expect(shownChoice(saved.cards, newCard)).toBe(newCard);
  expect(shownChoice([], newCard)).toBeNull();
});

test("a security code has three or four digits", () => {
  const codes = ["", "12", "123", "1234", "12345", "12a"];
  expect(codes.filter(isSecurityCode)).toEqual(["123", "1234"]);
});

test("a suggested cardholder name is cut to 26 characters, and no character is split", () => {
  expect(shortenName("x".repeat(27))).toBe("x".repeat(26));
  expect(shortenName("𝒜".repeat(27))).toBe("𝒜".repeat(26));
});
