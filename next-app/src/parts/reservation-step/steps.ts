import type { Refusal } from "@/api/outcome";
import type { Reservation } from "@/api/types";
import { routes } from "@/lib/routes";

/**
 * Pure functions for the steps of a reservation: which steps exist, which can be entered, and which step follows each.
 */

export type Step = "begin" | "link" | "date" | "add-ons" | "review";

export const pathOf: Record<Step, string> = {
  begin: routes.reservationGuest(),
  link: routes.reservationLink(),
  date: routes.reservationDate(),
  "add-ons": routes.reservationAddOns(),
  review: routes.reservationReview(),
};

/**
 * The steps in order. Add-ons are left out if a visit is chosen and nothing is offered with it: until then they may come,
 * and the steps are never more than they were said to be.
 */
export function stepsOf({ visit, hasAddOns }: Pick<Reservation, "visit" | "hasAddOns">): Step[] {
  return visit && !hasAddOns
    ? ["begin", "link", "date", "review"]
    : ["begin", "link", "date", "add-ons", "review"];
}

/** The step of a reservation in progress at which something is missing: the last one that can be entered. */
export function missingStep(reservation: Reservation): Step {
  const last = (["review", "date"] as const).find((step) => guardOf(step, reservation) === null);
  return last ?? "link";
}

/** The redirect for a visitor who must not be at this step, with its code; null if the visitor can stay. */
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

/** The redirect after a call that found the reservation expired or no longer open; null for any other refusal. */
export function redirectAfterRefusal(step: Step, { status }: Refusal): string | null {
  if (status === 401) return step === "date" ? routes.reservationSite(1) : routes.reservationBegin(1);
  return status === 404 ? routes.reservationBegin(7) : null;
}

/** The step after this one. A visitor who came from the review returns there as soon as nothing is missing. */
export function stepAfter(step: Exclude<Step, "review">, reservation: Reservation, edits: boolean): string {
  if (edits && guardOf("review", reservation) === null) return pathOf.review;
  if (step === "begin") return pathOf.link;
  if (step === "link") return pathOf.date;
  return step === "date" && reservation.hasAddOns ? pathOf["add-ons"] : pathOf.review;
}
