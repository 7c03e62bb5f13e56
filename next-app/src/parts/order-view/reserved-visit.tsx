"use client";

import Link from "next/link";
import type { Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";

/** The reservation code of the visit that the order confirmed, and a link to the visit. */
export function ReservedVisit({ order: { reservationId, reservationCode } }: { order: Order }) {
  const t = useText(confirmationTexts);
  if (reservationId === undefined) return null;
  return (
    <section className="card flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 sm:p-6">
      <div>
        <h2 className="text-lg">{t("confirmation.reservation")}</h2>
        <p className="legend pt-2">{t("confirmation.reservation-code")}</p>
        <p className="figures text-xl font-bold select-all">{reservationCode}</p>
      </div>
      <Link
        href={routes.myReservation(reservationId)}
        prefetch={false}
        data-screen-only
        className={buttonClass("secondary")}
      >
        {t("confirmation.reservation-view")}
      </Link>
    </section>
  );
}
