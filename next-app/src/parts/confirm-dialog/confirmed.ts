import { type Outcome, unreachable } from "@/api/outcome";
import { sanitised } from "@/lib/html";
import { errorText } from "@/text/error-texts";
import type { Ask } from "./use-question";

/** The fields with which a response asks for a confirmation. Nothing has changed before the shopper confirms. */
export type Asking = {
  success: boolean;
  confirmationRequired?: boolean;
  confirmationTitleHtml?: string;
  confirmationMessageHtml?: string;
  proceedButtonText?: string;
  cancelButtonText?: string;
  confirmationReSubmitContext?: string;
};

/** The result of a call, or `kept` if the shopper declined the confirmation. */
export type Confirmed<T> = Outcome<T> | "kept";

/** The maximum number of questions that the shop may ask in a row. */
const maxQuestions = 5;

/**
 * Sends a call. While the shop asks for a confirmation and the shopper gives it, sends the call again, at most
 * `maxQuestions` times.
 */
export async function confirmed<T extends Asking>(
  send: (reSubmitContext: string | undefined) => Promise<Outcome<T>>,
  ask: Ask,
): Promise<Confirmed<T>> {
  let reSubmitContext: string | undefined;
  for (let questions = 0; ; questions++) {
    const outcome = await send(reSubmitContext);
    if (!outcome.ok || !outcome.answer.confirmationRequired) return outcome;
    if (questions === maxQuestions) return unreachable(errorText("error.unexpected"));
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
}
