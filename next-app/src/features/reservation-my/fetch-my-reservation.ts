import "server-only";
import { redirect } from "next/navigation";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { Reservation, ReservationItem } from "@/api/types";
import { routes } from "@/lib/routes";

/**
 * A reservation with its rows. If the visitor is not allowed to see it, redirects to the form that finds it by its `code`,
 * which links in e-mails have, or without a code to the first step.
 */
export async function fetchMyReservation(
  id: string,
  code?: string,
): Promise<Outcome<{ reservation: Reservation; items: ReservationItem[] }>> {
  const api = await visitorApi();
  const path = { params: { path: { id } } };
  const [reservation, items] = await Promise.all([
    api.GET("/reservation/my/{id}", path).then((raw) => outcomeOf<Reservation>(raw, "")),
    api.GET("/reservation/my/{id}/item", path).then((raw) => outcomeOf<ReservationItem[]>(raw, "")),
  ]);
  if (!reservation.ok && [401, 404].includes(reservation.status))
    redirect(code ? routes.myReservations(code) : routes.reservationBegin(8));
  if (!reservation.ok) return reservation;
  return items.ok ? { ok: true, answer: { reservation: reservation.answer, items: items.answer } } : items;
}
