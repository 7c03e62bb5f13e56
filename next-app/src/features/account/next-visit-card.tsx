import Link from "next/link";
import { cityLine } from "@/lib/address-lines";
import { formatDay, formatTime, unbroken } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { MapLink } from "@/parts/venue/map-link";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import type { HeldTogether } from "./held-tickets";
import type { Visit, VisitVenue } from "./next-visit";
import { TicketLink } from "./ticket-link";

type Props = {
  t: Translate<"profile" | "reservation-my" | "venue">;
  visits: Visit[];
  /** All tickets of the account. */
  held: HeldTogether[];
  venues: VisitVenue[];
};

/**
 * The next day with visits: what, when and where, how to get in, and the tickets one press away. The lists below say for
 * whom they are. Nothing if no visit is ahead.
 */
export function NextVisitCard({ t, visits, held, venues }: Props) {
  const [first] = visits;
  if (!first) return null;
  return (
    <section aria-labelledby="next-visit" className="card overflow-hidden">
      <div className="bg-brand-soft px-4 py-4 text-on-brand-soft sm:px-6">
        <h2 id="next-visit" className="text-sm font-semibold">
          {t("profile.next-visit")}
        </h2>
        <p className="figures text-h2 font-bold">{unbroken(formatDay(first.day))}</p>
      </div>
      <hr className="perforation" />
      <ul className="divide-y divide-line px-4 sm:px-6">
        {visits.map((visit) => (
          <VisitRow
            key={"tickets" in visit ? visit.tickets[0].accountId : visit.reservation.id}
            t={t}
            visit={visit}
            held={held}
          />
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-6">
        {venues.map((venue) => (
          <Venue key={venue.venue.id} t={t} {...venue} />
        ))}
        <p className="text-sm text-ink-2">{t("profile.entrance")}</p>
      </div>
    </section>
  );
}

function VisitRow({ t, visit, held }: Pick<Props, "t" | "held"> & { visit: Visit }) {
  const when = [formatDay(visit.day), visit.time && formatTime(visit.time)].filter(Boolean).join(", ");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        {visit.time ? <p className="figures text-lg font-bold">{formatTime(visit.time)}</p> : null}
        <What t={t} visit={visit} />
      </div>
      {"tickets" in visit ? (
        <TicketLink t={t} tickets={visit.tickets} held={held} when={when} appearance="button" />
      ) : (
        <Link
          href={routes.myReservation(visit.reservation.id ?? "")}
          prefetch={false}
          aria-label={t("reservation-my.view-of", { code: visit.reservation.code ?? "" })}
          className={`${buttonClass("primary")} max-sm:w-full`}
        >
          {t("profile.view-reservation")}
        </Link>
      )}
    </li>
  );
}

function What({ t, visit }: { t: Props["t"]; visit: Visit }) {
  if ("reservation" in visit) {
    const {
      visit: reserved,
      tickets,
      underAgeTicketCount,
      additionalGuestCount,
      siteName,
    } = visit.reservation;
    const count = tickets.length + underAgeTicketCount + additionalGuestCount;
    return (
      <>
        <p className="font-semibold">{reserved?.propertyName}</p>
        <p className="text-sm text-ink-2">
          {[t("profile.reservation-of", { count }), siteName].filter(Boolean).join(", ")}
        </p>
      </>
    );
  }
  const [{ productName, showName, siteName }] = visit.tickets;
  const { length: count } = visit.tickets;
  const counted = count === 1 ? t("profile.ticket") : t("profile.ticket-total", { count });
  return (
    <>
      <p className="font-semibold">{showName ?? productName}</p>
      {showName ? <p className="text-sm text-ink-2">{productName}</p> : null}
      <p className="text-sm text-ink-2">{`${counted}, ${siteName}`}</p>
    </>
  );
}

/** Where a venue is, and when it is open on the day. */
function Venue({ t, venue, hours }: { t: Props["t"] } & VisitVenue) {
  const { name, street } = venue;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      <div className="text-sm">
        <address className="not-italic">
          <strong className="font-semibold">{name}</strong>
          <span className="block text-ink-2">{[street, cityLine(venue)].filter(Boolean).join(", ")}</span>
        </address>
        {hours ? (
          <p className="figures">
            {unbroken(
              t("profile.hours", { opens: formatTime(hours.opens), closes: formatTime(hours.closes) }),
            )}
          </p>
        ) : null}
      </div>
      <MapLink t={t} venue={venue} />
    </div>
  );
}
