import type { Cart } from "@/api/types";
import { dueToday } from "@/parts/payment-plan/plan";
import { unseenChange } from "./unseen-change";

/** The step after the checkout settings were saved. */
export type OrderStep =
  | { type: "stop" }
  | { type: "confirm-change"; change: "revision" | "total" }
  | { type: "pay"; amount: number }
  | { type: "submit" };

/**
 * Chooses the step after the settings were saved. `shown` is the cart that the shopper saw when Checkout was pressed.
 * `current` is the cart after saving, or undefined if it could not be read. Nothing is paid before the shopper has seen
 * every change that `unseenChange` reports.
 */
export function orderStep(shown: Cart, current: Cart | undefined, deliveryMethodId?: string): OrderStep {
  if (!current || current.cartEmpty) return { type: "stop" };
  const change = unseenChange(shown, current, deliveryMethodId);
  if (change !== null) return { type: "confirm-change", change };
  const amount = dueToday(current);
  return amount > 0 ? { type: "pay", amount } : { type: "submit" };
}
