import Link from "next/link";
import type { ReactNode } from "react";
import { fetchOverrides } from "@/api/server";
import type { AccountOrder, AccountTicket, MyReservations } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import { ReservationRow } from "@/parts/reservation-rows/reservation-row";
import { admissionText } from "@/parts/validity/validity";
import { passTexts } from "@/text/areas/pass";
import { profileTexts } from "@/text/areas/profile";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { validityTexts } from "@/text/areas/validity";
import { createTranslate, type Translate } from "@/text/texts";
import { Disclosure } from "@/ui/disclosure";
import { countsByName, type HeldTogether, heldTickets } from "./held-tickets";
import { places } from "./profile-sections";

/** How many entries of a list are shown at first. The others are collapsed below. */
const shownAtOnce = 5;

type Props = {
  orders: AccountOrder[];
  tickets: AccountTicket[];
  /** The first page of reservations. */
  reserved: MyReservations;
};

/** The tickets, reservations and orders of an account. The lists work without JavaScript. */
export async function Purchases({ orders, tickets, reserved }: Props) {
  const t = createTranslate(
    await fetchOverrides(),
    profileTexts,
    passTexts,
    reservationMyTexts,
    validityTexts,
  );
  const held = heldTickets(tickets);
  return (
    <>
      <Listed
        place={places.tickets}
        title={t("profile.tickets")}
        none={t("profile.tickets-none")}
        more={(count) => t("profile.more-tickets", { count })}
        browse={{ text: t("profile.browse"), path: routes.home() }}
        rows={held.map((group) => <TicketRow key={group[0].accountId} t={t} group={group} />)}
      />
      <Listed
        place={places.reservations}
        title={t("profile.reservations")}
        none={t("profile.reservations-none")}
        more={(count) => t("profile.more-reservations", { count })}
        browse={{ text: t("profile.reserve"), path: routes.reservationBegin() }}
        rows={reserved.reservations.map((reservation) => (
          <ReservationRow key={reservation.id} t={t} reservation={reservation} />
        ))}
        all={
          reserved.hasMore
            ? { text: t("profile.all-reservations"), path: routes.myReservations() }
            : undefined
        }
      />
      <Listed
        place={places.orders}
        title={t("profile.orders")}
        none={t("profile.orders-none")}
        more={(count) => t("profile.more-orders", { count })}
        browse={{ text: t("profile.browse"), path: routes.home() }}
        rows={orders.map((order) => <OrderRow key={order.id} t={t} order={order} />)}
      />
    </>
  );
}

type ListedProps = {
  place: string;
  title: string;
  none: string;
  more: (count: number) => string;
  /** The link shown while the list is empty. */
  browse: { text: string; path: string };
  rows: ReactNode[];
  /** The link to all entries, if there are more than these rows. */
  all?: { text: string; path: string };
};

function Listed({ place, title, none, more, browse, rows, all }: ListedProps) {
  const rest = rows.slice(shownAtOnce);
  return (
    <section aria-labelledby={place} className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 id={place} tabIndex={-1} className="scroll-mt-4 text-h2">
        {title}
      </h2>
      {rows.length === 0 ? (
        <>
          <p className="text-ink-2">{none}</p>
          <NextLink {...browse} />
        </>
      ) : (
        <ul className="divide-y divide-line">{rows.slice(0, shownAtOnce)}</ul>
      )}
      {rest.length > 0 ? (
        <div className="border-t border-line pt-2">
          <Disclosure title={more(rest.length)}>
            <ul className="divide-y divide-line">{rest}</ul>
          </Disclosure>
        </div>
      ) : null}
      {all ? <NextLink {...all} /> : null}
    </section>
  );
}

function NextLink({ text, path }: { text: string; path: string }) {
  return (
    <Link
      href={path}
      prefetch={false}
      className="inline-flex min-h-11 items-center justify-self-start underline"
    >
      {text}
    </Link>
  );
}

const row = "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-3";

function TicketRow({ t, group }: { t: Translate<"profile" | "pass" | "validity">; group: HeldTogether }) {
  const [first, ...others] = group;
  const { firstName, lastName, productName, over, orderId } = first;
  const holder = [firstName, lastName].filter(Boolean).join(" ");
  const nameOf = ({ variantName, passLevelName }: AccountTicket) =>
    ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
  const what = holder
    ? [t("pass.for", { name: holder }), nameOf(first)]
    : [...countsByName(group, nameOf)].map(([name, count]) => t("profile.ticket-count", { count, name }));
  const { validityStartDate: from, validityEndDate: to, entryTime } = first;
  const when = admissionText(t, { from, to, entryTime });
  const ofOrder = others.length > 0 && orderId !== undefined;
  return (
    <li className={row}>
      <div>
        <p className="font-semibold">
          {productName}
          {over ? (
            <span className="ml-2 rounded-full bg-sunken px-2 py-0.5 text-sm font-normal text-ink-2">
              {t("profile.over")}
            </span>
          ) : null}
        </p>
        <p className="figures">{when}</p>
        <p className="text-sm text-ink-2">{what.join(", ")}</p>
      </div>
      <Link
        href={ofOrder ? routes.orderTickets(orderId) : routes.accountTicket(first.accountId)}
        prefetch={false}
        aria-label={t(ofOrder ? "profile.view-tickets-of" : "profile.view-ticket-of", {
          name: holder || productName,
          when,
        })}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {t(ofOrder ? "profile.view-tickets" : "profile.view-ticket")}
      </Link>
    </li>
  );
}

function OrderRow({ t, order }: { t: Translate<"profile">; order: AccountOrder }) {
  return (
    <li className={row}>
      <div>
        <Link
          href={routes.myOrder(order.id)}
          prefetch={false}
          className="figures inline-flex min-h-11 items-center font-semibold underline"
        >
          {t("profile.order", { number: order.invoiceNumber })}
        </Link>
        {/* The instant has the site's offset, so its date part is the site's date. */}
        <p className="text-ink-2">{formatDay(order.orderDate.slice(0, 10))}</p>
        <p className="figures text-sm">
          {order.items
            .map(({ productDisplayName: name, quantity: count }) =>
              count > 1 ? t("profile.ticket-count", { count, name }) : name,
            )
            .join(", ")}
        </p>
      </div>
      <p className="figures font-semibold">{formatMoney(order.orderTotal)}</p>
    </li>
  );
}
