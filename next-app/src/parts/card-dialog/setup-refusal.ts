import type { Refusal } from "@/api/outcome";

type Told<W> = { type: "setup-failed" | "setup-refused"; told: W | { text: string } };

/**
 * The next step of a dialog whose payment was not opened. A refusal concerns the cart and sends the shopper there,
 * unless it names the processor. A conflict is temporary. A failure is reported without details.
 */
export function setupRefusal<W>({ status, message, errors }: Refusal, unavailable: W): Told<W> {
  const ofProcessor = errors.some(({ field }) => field === "processor");
  if (status === 200 && !ofProcessor) return { type: "setup-refused", told: { text: message } };
  const spoken = ofProcessor || [404, 409, 429].includes(status);
  return { type: "setup-failed", told: spoken ? { text: message } : unavailable };
}
