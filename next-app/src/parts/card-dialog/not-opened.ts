import type { Refusal } from "@/api/outcome";

type Told<W> = { type: "setup-failed" | "setup-refused"; told: W | { text: string } };

/**
 * How a dialog goes on when its payment was not opened. A refusal is about the cart, which has to be looked at, unless it names the
 * processor. A conflict passes. Of a failure no more is said than that there was one.
 */
export function notOpened<W>({ status, message, errors }: Refusal, unavailable: W): Told<W> {
  const ofProcessor = errors.some(({ field }) => field === "processor");
  if (status === 200 && !ofProcessor) return { type: "setup-refused", told: { text: message } };
  const spoken = ofProcessor || [404, 409, 429].includes(status);
  return { type: "setup-failed", told: spoken ? { text: message } : unavailable };
}
