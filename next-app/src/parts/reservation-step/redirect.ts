import { backToReview, type RedirectCode } from "@/lib/routes";
import type { TextIdOf } from "@/text/texts";

const texts: Record<RedirectCode, TextIdOf<"reservation">> = {
  1: "reservation.error-1",
  2: "reservation.error-2",
  3: "reservation.error-3",
  4: "reservation.error-4",
  5: "reservation.error-5",
  6: "reservation.error-6",
  7: "reservation.error-7",
  8: "reservation.error-8",
  9: "reservation.error-9",
  10: "reservation.error-10",
};

/** The text for the redirect code in a step's address. An unknown code gives a general error. */
export function redirectText(code: string): TextIdOf<"reservation"> {
  return Object.entries(texts).find(([known]) => known === code)?.[1] ?? "reservation.error-other";
}

/** The query parameters of a step's address. */
export type StepQuery = Record<string, string | string[] | undefined>;

/** Whether a step was opened from the review to change something. */
export function isEdit(query: StepQuery): boolean {
  return query[backToReview.name] === backToReview.value;
}

/** The code of an address, or null. */
export function codeOf(error: StepQuery[string]): string | null {
  return (Array.isArray(error) ? error[0] : error) || null;
}
