import Link from "next/link";
import { fetchOverrides } from "@/api/server";
import type { AccountOrder, AccountTicket, EntitlementVariant, MyReservations } from "@/api/types";
import { formatDate, unbroken } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import { isPass } from "@/lib/ticket-type";
import { ReservationRow } from "@/parts/reservation-rows/reservation-row";
import { admissionText, type Days } from "@/parts/validity/validity";
import { passTexts } from "@/text/areas/pass";
import { profileTexts } from "@/text/areas/profile";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { validityTexts } from "@/text/areas/validity";
import { venueTexts } from "@/text/areas/venue";
import { createTranslate, type Translate } from "@/text/texts";
import { fetchVenues } from "./fetch-venues";
import { countsByName, type HeldTogether, heldTickets } from "./held-tickets";
import { Listed } from "./listed";
import { dayOf, visitsOfNextDay } from "./next-visit";
import { NextVisitCard } from "./next-visit-card";
import { PassRow } from "./pass-row";
import { Past } from "./past";
import { places } from "./profile-sections";
import { TicketLink } from "./ticket-link";

type Props = {
  orders: AccountOrder[];
  tickets: AccountTicket[];
  /** What the account's passes give. */
  benefits: EntitlementVariant[];
  /** The first page of reservations. */
  reserved: MyReservations;
  /** Whether the account's e-mail address is confirmed. Orders made with it before are shown only then. */
  emailVerified: boolean;
};

/** How many passes are shown at first: a family has a few, and all of them are used. */
const familyOfPasses = 6;

const texts = [profileTexts, passTexts, reservationMyTexts, validityTexts, venueTexts] as const;

/** The next visit of an account. It works without JavaScript. */
export async function NextVisit({ tickets, reserved }: Pick<Props, "tickets" | "reserved">) {
  const t = createTranslate(await fetchOverrides(), ...texts);
  // Those who have the others come without the account's owner.
  const held = heldTickets(tickets.filter(({ sentTo }) => sentTo === undefined));
  const visits = visitsOfNextDay(held, reserved.reservations);
  return <NextVisitCard t={t} visits={visits} held={held} venues={await fetchVenues(visits)} />;
}

/** The tickets, passes, reservations and orders of an account. The lists work without JavaScript. */
export async function Purchases({ orders, tickets, benefits, reserved, emailVerified }: Props) {
  const t = createTranslate(await fetchOverrides(), ...texts);
  const held = heldTickets(tickets);
  const passes = held.map(([first]) => first).filter(isPass);
  const groups = held.filter(([first]) => !isPass(first));
  return (
    <>
      <Listed
        place={places.tickets}
        title={t("profile.tickets")}
        none={t(emailVerified ? "profile.tickets-none" : "profile.held-none-unverified")}
        more={(count) => t("profile.more-tickets", { count })}
        browse={{ text: t("profile.browse"), path: routes.home() }}
        rows={groups.map((group) => <TicketRow key={group[0].accountId} t={t} group={group} held={held} />)}
        links={[{ text: t("profile.upgrades"), path: routes.upgradeSelect() }]}
      />
      <Listed
        place={places.passes}
        title={t("profile.passes")}
        none={t(emailVerified ? "profile.passes-none" : "profile.held-none-unverified")}
        more={(count) => t("profile.more-passes", { count })}
        atOnce={familyOfPasses}
        browse={{ text: t("profile.browse"), path: routes.home() }}
        rows={passes.map((pass) => (
          <PassRow
            key={pass.accountId}
            t={t}
            pass={pass}
            held={held}
            benefits={benefits.filter(
              ({ accountFirstName, accountLastName }) =>
                accountFirstName === pass.firstName && accountLastName === pass.lastName,
            )}
          />
        ))}
        links={[
          ...(passes.some(({ over }) => !over)
            ? [{ text: t("profile.reserve"), path: routes.reservationBegin() }]
            : []),
          { text: t("profile.passes-renew"), path: routes.passLink() },
          { text: t("profile.entitlements"), path: routes.entitlements() },
          { text: t("profile.account-entitlements"), path: routes.accountEntitlements() },
        ]}
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
        links={
          reserved.hasMore ? [{ text: t("profile.all-reservations"), path: routes.myReservations() }] : []
        }
      />
      <Listed
        place={places.orders}
        title={t("profile.orders")}
        none={t(emailVerified ? "profile.orders-none" : "profile.orders-none-unverified")}
        more={(count) => t("profile.more-orders", { count })}
        browse={{ text: t("profile.browse"), path: routes.home() }}
        rows={orders.map((order) => (
          <OrderRow
            key={order.id}
            t={t}
            order={order}
            held={held.filter(([{ orderId }]) => orderId === order.id)}
          />
        ))}
      />
    </>
  );
}

/** The day of a ticket's visit, or else its valid days. */
function daysOf({ visitDate, validityStartDate, validityEndDate, entryTime }: AccountTicket): Days {
  return { from: visitDate ?? validityStartDate, to: visitDate ?? validityEndDate, entryTime };
}

type TicketRowProps = { t: Translate<"profile" | "validity">; group: HeldTogether; held: HeldTogether[] };

function TicketRow({ t, group, held }: TicketRowProps) {
  const [{ productName, showName, over, siteName }] = group;
  const names = countsByName(group, ({ variantName, passLevelName }) =>
    ticketName({ displayName: variantName, effectivePassLevelName: passLevelName }),
  );
  const when = admissionText(t, daysOf(group[0]));
  const counted = [...names].map(([name, count]) => countedText(t, count, name)).join(", ");
  return (
    // On a phone the link is below, so that a day and its time fit on one line.
    <li className="grid items-center gap-x-6 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <p className="font-semibold">
          {showName ?? productName}
          {over ? <Past>{t("profile.over")}</Past> : null}
        </p>
        <p className="figures">{unbroken(when)}</p>
        {showName ? <p className="text-sm text-ink-2">{productName}</p> : null}
        <p className="text-sm text-ink-2">{counted}</p>
        <p className="text-sm text-ink-2">{siteName}</p>
        <SentTo t={t} names={group.flatMap(({ sentTo }) => sentTo ?? [])} isAll={group.length === 1} />
      </div>
      <p>
        <TicketLink t={t} tickets={group} held={held} when={when} />
      </p>
    </li>
  );
}

type SentToProps = {
  t: Translate<"profile">;
  /** The name of the recipient of each sent ticket. */
  names: string[];
  /** Whether there is only one ticket, so that it is not counted. */
  isAll: boolean;
};

/** To whom tickets were sent, and how many to each. Renders nothing if none were. */
function SentTo({ t, names, isAll }: SentToProps) {
  return [...new Set(names)].map((name) => {
    const count = names.filter((other) => other === name).length;
    return (
      <p key={name} className="text-sm font-semibold break-words">
        {isAll ? t("profile.sent", { name }) : t("profile.sent-count", { count, name })}
      </p>
    );
  });
}

/** How many days of an order are listed. */
const daysShown = 3;

/** What was bought, for when, and the number of the order. `held` are its tickets. */
function OrderRow({
  t,
  order,
  held,
}: {
  t: Translate<"profile" | "validity">;
  order: AccountOrder;
  held: HeldTogether[];
}) {
  const dated = held.filter(([first]) => dayOf(first) !== null);
  const days = [...new Set(dated.map(([first]) => admissionText(t, daysOf(first))))];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-3">
      <div>
        <p className="font-semibold">
          {order.items
            .map(({ productDisplayName: name, quantity: count }) =>
              count > 1 ? countedText(t, count, name) : name,
            )
            .join(", ")}
        </p>
        {days.slice(0, daysShown).map((day) => (
          <p key={day} className="figures">
            {unbroken(day)}
          </p>
        ))}
        {days.length > daysShown ? (
          <p className="figures">{t("profile.more-days", { count: days.length - daysShown })}</p>
        ) : null}
        <SentTo t={t} names={order.sentTickets.map(({ recipientName }) => recipientName)} isAll={false} />
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <Link
            href={routes.myOrder(order.id)}
            prefetch={false}
            className="figures inline-flex min-h-11 items-center font-semibold underline"
          >
            {t("profile.order", { number: order.invoiceNumber })}
          </Link>
          {/* The instant has the site's offset, so its date part is the site's date. */}
          <span>{t("profile.ordered-on", { day: formatDate(order.orderDate.slice(0, 10)) })}</span>
        </p>
      </div>
      <p className="figures self-start font-semibold">{formatMoney(order.orderTotal)}</p>
    </li>
  );
}

/** A count and a name, such as `2 × Adult`, with a no-break space after the count. */
function countedText(t: Translate<"profile">, count: number, name: string): string {
  return t("profile.ticket-count", { count, name }).replace(/ (?=×)/, "\u00a0");
}
