import Link from "next/link";
import type { Reservation } from "@/api/types";
import { routes } from "@/lib/routes";
import { visitWhen } from "@/lib/visit-when";
import type { Translate } from "@/text/texts";

/** A confirmed or cancelled reservation in a list. */
export function ReservationRow({
  t,
  reservation,
}: {
  t: Translate<"reservation-my">;
  reservation: Reservation;
}) {
  const { id = "", code = "", state, visit, now } = reservation;
  const isToCome = state === "confirmed" && visit !== undefined && visit.businessDate >= now.slice(0, 10);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-3">
      <div>
        <p className="figures font-semibold">
          {visit ? visitWhen(visit) : code}
          {state === "cancelled" ? (
            <span className="ml-2 rounded-full bg-sunken px-2 py-0.5 text-sm font-normal text-ink-2">
              {t("reservation-my.cancelled")}
            </span>
          ) : null}
        </p>
        {visit ? <p className="text-sm text-ink-2">{visit.propertyName}</p> : null}
        <p className="figures text-sm text-ink-2">{code}</p>
        {isToCome ? (
          <a
            href={routes.reservationCalendar(id)}
            download
            aria-label={t("reservation-my.calendar-of", { when: visitWhen(visit) })}
            className="inline-flex min-h-11 items-center text-sm underline"
          >
            {t("reservation-my.calendar")}
          </a>
        ) : null}
      </div>
      <Link
        href={routes.myReservation(id)}
        prefetch={false}
        aria-label={t("reservation-my.view-of", { code })}
        className="inline-flex min-h-11 min-w-11 items-center justify-end font-semibold underline"
      >
        {t("reservation-my.view")}
      </Link>
    </li>
  );
}
