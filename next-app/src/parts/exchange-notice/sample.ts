import type { Exchange } from "./exchange-state";

const ofProduct = { productId: "park-day", isBundle: false, weekCalendar: true };
const adult = { ...ofProduct, displayName: "Park Day Ticket, Adult", variantName: "Adult", quantity: 2 };
const child = { ...ofProduct, displayName: "Park Day Ticket, Child", variantName: "Child", quantity: 1 };
const visit = "Saturday, December 5, 2026";
const reason = (name: string) => `Please choose a new date, time or place for ${name}.`;

/** An exchange for tests: two adults and a child on one day, for which nothing has been chosen yet. */
export function anExchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    orderId: "order",
    invoiceNumber: "WHUC2WUK",
    items: [
      { ...adult, visit },
      { ...child, visit },
    ],
    worth: 120.42,
    fee: 0,
    credit: 0,
    refund: 0,
    missing: [
      { ...adult, productVariantId: "adult", reason: reason("2 × Park Day Ticket, Adult") },
      { ...child, productVariantId: "child", reason: reason("1 × Park Day Ticket, Child") },
    ],
    ...changes,
  };
}
