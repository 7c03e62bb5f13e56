import { call } from "@/api/call";

/** The fields of a clearing's answer that ask for a confirmation, as an addition to the cart has them. */
type ClearAnswer = {
  success: boolean;
  confirmationRequired?: boolean;
  confirmationReSubmitContext?: string | null;
};

/** The shop may ask about a few things one after the other, not for ever. */
const mostQuestions = 5;

/** Empties the cart of a visit that has ended. Nobody is there to confirm, so what is asked is confirmed. */
export async function clearCart(): Promise<boolean> {
  let reSubmitContext: string | undefined;
  for (let asked = 0; asked <= mostQuestions; asked++) {
    const outcome = await call((api) => api.POST("/cart/clear", { body: { reSubmitContext } }), {
      unattended: true,
    });
    if (!outcome.ok) return false;
    const answer: ClearAnswer = outcome.answer;
    if (!answer.confirmationRequired) return true;
    reSubmitContext = answer.confirmationReSubmitContext ?? undefined;
  }
  return false;
}
