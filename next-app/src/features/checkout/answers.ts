import type { CheckoutQuestion } from "@/api/types";

/** The answers to the questions about the cart, by their keys. An answer of several choices has one in each line. */
export type TypedAnswers = Record<string, string>;

/** The answers that the server has stored. */
export function storedAnswers(questions: CheckoutQuestion[]): TypedAnswers {
  return Object.fromEntries(questions.map(({ key, answer }) => [key, answer]));
}

/** The questions that are asked, with these answers to the others. */
export function askedQuestions(questions: CheckoutQuestion[], answers: TypedAnswers): CheckoutQuestion[] {
  return questions.filter(({ onlyIf }) => !onlyIf || chosenOf(answers[onlyIf.key]).includes(onlyIf.answer));
}

/** The answers that were chosen of several. */
export function chosenOf(answer = ""): string[] {
  return answer.split("\n").filter(Boolean);
}

/** Why an answer is not accepted; null if it is. */
export function answerProblem(question: CheckoutQuestion, answer = ""): string | null {
  const { required, missingMessage, invalidMessage } = question;
  const typed = answer.trim();
  if (typed === "") return required ? missingMessage : null;
  return isValid(question, typed) ? null : invalidMessage;
}

function isValid({ kind, maxLength, earliest, latest, min, max }: CheckoutQuestion, typed: string): boolean {
  switch (kind) {
    case "date":
      return typed >= (earliest ?? "") && typed <= (latest ?? "9");
    case "number":
      return (
        /^-?\d{1,15}$/.test(typed) &&
        Number(typed) >= (min ?? -Infinity) &&
        Number(typed) <= (max ?? Infinity)
      );
    default:
      return maxLength === undefined || [...typed].length <= maxLength;
  }
}

/**
 * The answers for `cart/settings`. A question that is not asked has no answer. A question that the shopper has not
 * answered here is left out, so that an answer which was stored since then stays.
 */
export function answersBody(questions: CheckoutQuestion[], answers: TypedAnswers) {
  if (questions.length === 0) return undefined;
  const asked = new Set(askedQuestions(questions, answers).map(({ key }) => key));
  return questions
    .filter(({ key }) => answers[key] !== undefined)
    .map(({ key }) => ({ key, answer: asked.has(key) ? (answers[key] ?? "") : "" }));
}
