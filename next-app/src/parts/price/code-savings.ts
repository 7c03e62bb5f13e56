import type { CartItem } from "@/api/types";
import { toCents } from "@/lib/money";

/** A line of a cart or an order. */
type Priced = Pick<CartItem, "promotionCode" | "regularDisplayPrice" | "quantity" | "displayTotal">;

/** What each promotion code takes off the prices that pages show, in cents. A code that saves nothing is left out. */
export function codeSavings(items: readonly Priced[]): { code: string; cents: number }[] {
  const savings = new Map<string, number>();
  for (const { promotionCode, regularDisplayPrice, quantity, displayTotal } of items) {
    if (!promotionCode || regularDisplayPrice === undefined) continue;
    const cents = toCents(regularDisplayPrice) * quantity - toCents(displayTotal);
    savings.set(promotionCode, (savings.get(promotionCode) ?? 0) + cents);
  }
  return [...savings].map(([code, cents]) => ({ code, cents })).filter(({ cents }) => cents > 0);
}
