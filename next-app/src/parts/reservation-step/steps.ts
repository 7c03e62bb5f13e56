import type { Refusal } from "@/api/outcome";
import type { Reservation } from "@/api/types";
import { routes } from "@/lib/routes";

/** The way of a reservation: which steps there are, which may be entered, and where each leads. Pure. */

export type Step = "begin" | "link" | "date" | "add-ons" | "review";

export const pathOf: Record<Step, string> = {
  begin: routes.reservationBegin(),
  link: routes.reservationLink(),
  date: routes.reservationDate(),
  "add-ons": routes.reservationAddOns(),
  review: routes.reservationReview(),
};

/** The steps in their order; one of them is there only where something is offered with the visit. */
export function stepsOf(hasAddOns: boolean): Step[] {
  return hasAddOns ? ["begin", "link", "date", "add-ons", "review"] : ["begin", "link", "date", "review"];
}

/** Where somebody is taken who cannot be at this step yet, or any more (spec 2 §4); null for who can. */
export function guardOf(
  step: Step,
  { reservationInProgress, ticketValidationCompleted, visit }: Reservation,
): string | null {
  if (step === "begin") return null;
  if (!reservationInProgress) return routes.reservationBegin(2);
  if (step === "link") return null;
  if (!ticketValidationCompleted) return routes.reservationLink(4);
  return step === "date" || visit ? null : routes.reservationDate(6);
}

/** Where a call leads whose reservation is over, or no longer open; null for any other refusal. */
export function departure(step: Step, { status }: Refusal): string | null {
  if (status === 401) return step === "date" ? routes.reservationSite(1) : routes.reservationBegin(1);
  return status === 404 ? routes.reservationBegin(7) : null;
}

/** The step after one; who came from the review to change something goes back there as soon as nothing is missing. */
export function stepAfter(step: Exclude<Step, "review">, reservation: Reservation, edits: boolean): string {
  if (edits && guardOf("review", reservation) === null) return pathOf.review;
  if (step === "begin") return pathOf.link;
  if (step === "link") return pathOf.date;
  return step === "date" && reservation.hasAddOns ? pathOf["add-ons"] : pathOf.review;
}
