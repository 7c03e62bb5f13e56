import type { Refusal } from "@/api/outcome";

type ShownMessage<W> = { type: "setup-failed" | "setup-refused"; shownMessage: W | { text: string } };

/**
 * The next step of a dialog whose payment was not opened. A refusal concerns the cart and sends the shopper there,
 * unless it names the processor. A conflict is temporary. A failure is reported without details.
 */
export function setupRefusal<W>({ status, message, errors }: Refusal, unavailable: W): ShownMessage<W> {
  const ofProcessor = errors.some(({ field }) => field === "processor");
  if (status === 200 && !ofProcessor) return { type: "setup-refused", shownMessage: { text: message } };
  const spoken = ofProcessor || [404, 409, 429].includes(status);
  return { type: "setup-failed", shownMessage: spoken ? { text: message } : unavailable };
}
