import type { Attempt, PaymentCall } from "./card-state";

/**
 * The payment whose outcome this tab is waiting for. After a reload the tab keeps asking for it instead of starting
 * another payment. The payment's keys and amount and the cardholder's name and address are stored, but no card data: a
 * security code is typed again.
 */
const key = "midway.payment";

export type Pending = {
  attempt: Attempt;
  call: PaymentCall;
  cardholderName: string;
  cardholderAddress: string;
  saveCard: boolean;
};

export function savePending(pending: Pending): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(pending));
  } catch {
    // Without storage the API still makes at most one order from the running payment.
  }
}

export function loadPending(): Pending | null {
  try {
    return parsePending(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

export function removePending(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export function parsePending(stored: unknown): Pending | null {
  const {
    attempt,
    call,
    cardholderName,
    cardholderAddress = "",
    saveCard,
  } = (stored ?? {}) as Partial<Pending>;
  if (call !== "card" && call !== "order" && call !== "saved") return null;
  if (typeof attempt?.amount !== "number" || typeof cardholderName !== "string") return null;
  const keys = [attempt.processor, attempt.sessionKey, attempt.paymentKey];
  if (call === "saved") keys.push(attempt.savedId ?? "");
  if (!keys.every((part) => typeof part === "string" && part !== "")) return null;
  return { attempt, call, cardholderName, cardholderAddress, saveCard: saveCard === true };
}
