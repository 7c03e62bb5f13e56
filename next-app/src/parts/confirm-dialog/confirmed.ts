import { type Outcome, unreachable } from "@/api/outcome";
import { sanitised } from "@/lib/html";
import { errorText } from "@/text/error-texts";
import type { Ask } from "./use-question";

/** The fields by which an answer asks for the shopper's word; nothing has changed before it is given. */
export type Asking = {
  success: boolean;
  confirmationRequired?: boolean;
  confirmationTitleHtml?: string;
  confirmationMessageHtml?: string;
  proceedButtonText?: string;
  cancelButtonText?: string;
  confirmationReSubmitContext?: string;
};

/** What came of a call, or that the shopper left things as they were. */
export type Confirmed<T> = Outcome<T> | "kept";

/** The shop may ask about a few things one after the other, not for ever. */
const mostQuestions = 5;

/** Sends, and sends the same again with the shopper's word for as long as the shop asks for it. */
export async function confirmed<T extends Asking>(
  send: (reSubmitContext: string | undefined) => Promise<Outcome<T>>,
  ask: Ask,
): Promise<Confirmed<T>> {
  let reSubmitContext: string | undefined;
  for (let asked = 0; asked <= mostQuestions; asked++) {
    const outcome = await send(reSubmitContext);
    if (!outcome.ok || !outcome.answer.confirmationRequired) return outcome;
    const { answer } = outcome;
    const proceeds = await ask({
      title: sanitised(answer.confirmationTitleHtml ?? ""),
      message: sanitised(answer.confirmationMessageHtml ?? ""),
      proceedText: answer.proceedButtonText,
      cancelText: answer.cancelButtonText,
    });
    if (!proceeds) return "kept";
    reSubmitContext = answer.confirmationReSubmitContext;
  }
  return unreachable(errorText("error.unexpected"));
}
