import type { SavedPayment } from "@/api/types";
import type { Translate } from "@/text/texts";

type PaidCard = { cardBrand?: string; maskedCardNumber: string };

/** The name of a card that paid or pays, such as `Visa •••• 4242`. */
export function cardName(t: Translate<"card">, { cardBrand, maskedCardNumber: number }: PaidCard): string {
  return cardBrand ? t("card.of-brand", { brand: cardBrand, number }) : t("card.without-brand", { number });
}

/** The name of a saved card. */
export function savedCardName(t: Translate<"card">, { cardBrand, cardNumberLast4 }: SavedPayment): string {
  return cardName(t, { cardBrand, maskedCardNumber: `•••• ${cardNumberLast4}` });
}
