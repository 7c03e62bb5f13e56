import "server-only";
import { redirect } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { MyReservations, Reservation } from "@/api/types";
import { routes } from "@/lib/routes";
import { guardOf, redirectAfterRefusal, type Step } from "./steps";

/** The session's reservation, in progress or not; null if it could not be read. */
export async function fetchReservation(): Promise<Reservation | null> {
  const outcome = outcomeOf<Reservation>(await (await visitorApi()).GET("/reservation"), "");
  return outcome.ok ? outcome.answer : null;
}

/** The reservation for a step. A visitor who must not be at this step is redirected. */
export async function fetchReservationForStep(step: Step): Promise<Reservation> {
  const reservation = await fetchReservation();
  if (reservation === null) redirect(routes.reservationBegin(3));
  const place = guardOf(step, reservation);
  return place === null ? reservation : redirect(place);
}

/** Reads data that a step needs. Redirects the visitor if it cannot be read. */
export async function fetchForStep<T>(
  step: Step,
  raw: Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<T> {
  const outcome = outcomeOf<T>(await raw, "");
  if (outcome.ok) return outcome.answer;
  redirect(redirectAfterRefusal(step, outcome) ?? routes.reservationBegin(3));
}

/** The first page of the visitor's reservations; null if they could not be read. */
export async function fetchReservations(): Promise<MyReservations | null> {
  const outcome = outcomeOf<MyReservations>(await (await visitorApi()).GET("/reservation/my"), "");
  return outcome.ok ? outcome.answer : null;
}
