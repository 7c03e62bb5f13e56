import type { SavedPayment } from "@/api/types";

/** The value of the choice to type a new card. */
export const newCard = "new";

/** The length of the longest name that fits on a card, in characters. */
export const maxNameLength = 26;

/**
 * The saved card with which the shopper pays, or null for a new card. `chosen` is the id of a saved card, `newCard`, or
 * null before the shopper has chosen; then the latest saved card is used.
 */
export function chosenCard(cards: SavedPayment[], chosen: string | null): SavedPayment | null {
  if (chosen === newCard) return null;
  return cards.find((card) => card.extAccountStoredPaymentId === chosen) ?? cards[0] ?? null;
}

/** The choice that a list of saved cards shows as chosen, as its id; null without saved cards, which need no list. */
export function shownChoice(cards: SavedPayment[], chosen: string | null): string | null {
  if (cards.length === 0) return null;
  return chosenCard(cards, chosen)?.extAccountStoredPaymentId ?? newCard;
}

/** Whether the text is a security code: three or four digits. */
export function isSecurityCode(code: string): boolean {
  return /^\d{3,4}$/.test(code);
}

/** A suggested name, cut to what fits on a card. Characters outside the basic plane are not split. */
export function shortenName(name: string): string {
  return [...name].slice(0, maxNameLength).join("");
}
