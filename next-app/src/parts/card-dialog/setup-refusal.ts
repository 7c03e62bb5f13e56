import type { Refusal } from "@/api/outcome";

type ShownMessage<W> = { type: "setup-failed" | "setup-refused"; shownMessage: W | { text: string } };

/**
 * The next step of a dialog whose payment was not opened. A refusal that does not name the processor concerns
 * the cart: the dialog closes with its message. In all other cases the shopper can try again. The dialog then
 * shows the server's message for a named processor and for the statuses 404, 409 and 429, and `unavailable`
 * in all other cases.
 */
export function setupRefusal<W>({ status, message, errors }: Refusal, unavailable: W): ShownMessage<W> {
  const ofProcessor = errors.some(({ field }) => field === "processor");
  if (status === 200 && !ofProcessor) return { type: "setup-refused", shownMessage: { text: message } };
  const spoken = ofProcessor || [404, 409, 429].includes(status);
  return { type: "setup-failed", shownMessage: spoken ? { text: message } : unavailable };
}
