import type { CartGroup, CartItem } from "@/api/types";
import { formatDay, formatTime, unbroken } from "@/lib/dates";
import { ticketName } from "@/lib/ticket-name";
import type { Translate } from "@/text/texts";
import { placeName } from "../performance-picker/seats/seat-text";

type Performance = CartItem["performances"][number];
type Seat = CartItem["seats"][number];

/** One visit of a line in words. */
export type Occasion = {
  key: string;
  /** The name of the show; null if it repeats the product's name. */
  show: string | null;
  /** The day, such as `Saturday, December 5, 2026`. */
  day: string;
  /** The time and its label, such as `2:30 PM, Matinee`; null for an all-day visit without a label. */
  time: string | null;
  /** Section and seat. */
  place: string | null;
};

/** The visits of a line, in the order in which they were chosen. Dates and times do not break over two lines. */
export function occasions(productName: string, performances: Performance[]): Occasion[] {
  return [...performances]
    .sort((one, other) => one.selectionIndex - other.selectionIndex)
    .map((performance) => ({
      key: `${performance.selectionIndex} ${performance.performanceId}`,
      show: performance.showName === productName ? null : performance.showName,
      day: unbroken(formatDay(performance.performanceDate)),
      time:
        [performance.validAllDay ? null : formatTime(performance.performanceTime), performance.timeLabel]
          .filter(Boolean)
          .join(", ") || null,
      place:
        [performance.showCategoryName, performance.seatDescription?.replaceAll(" ", "\u00a0")]
          .filter(Boolean)
          .join(", ") || null,
    }));
}

/** All visits as one text, for accessible names and questions. */
export function occasionText(productName: string, performances: Performance[]): string {
  return occasions(productName, performances)
    .map(({ show, day, time, place }) => [show, day, time, place].filter(Boolean).join(", "))
    .join("; ");
}

/**
 * Formats a seat as `Stalls, row C, seat 12`, or as `Row C, seat 12` if the ticket that is named beside it has the name
 * of the section.
 */
export function seatText(t: Translate<"place">, seat: Seat, ticket = ""): string {
  return placeName(t, seat.seatCategoryName === ticket ? "" : seat.seatCategoryName, seat);
}

/** The texts of seats by number, show after show. Each names its show if its ticket has places at several. */
export function seatTexts(t: Translate<"place">, seats: readonly Seat[], ticket = ""): string[] {
  const shows = [...new Set(seats.map(({ showName }) => showName))];
  return shows.flatMap((show) =>
    seats
      .filter(({ showName }) => showName === show)
      .toSorted(bySeat)
      .map((seat) =>
        show ? t("place.at-show", { show, place: seatText(t, seat) }) : seatText(t, seat, ticket),
      ),
  );
}

type Placed = Pick<CartItem, "performances" | "seats">;

/** The lines with the seats of each row by number. All rows, and lines without seats, stay where they first appear. */
export function inSeatOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  const rows = new Map<string, Item[]>();
  items.forEach((item, position) => {
    const key = rowOf(item) ?? String(position);
    rows.set(key, [...(rows.get(key) ?? []), item]);
  });
  return [...rows.values()].flatMap((row) => row.sort((one, other) => bySeat(one.seats[0], other.seats[0])));
}

/** Identifies the row of a line's first seat among all performances; null without a seat. */
function rowOf({ performances, seats: [seat] }: Placed): string | null {
  if (!seat) return null;
  const visits = performances.map(({ performanceId }) => performanceId);
  return JSON.stringify([visits, seat.seatCategoryName, seat.row]);
}

/** Compares the names of two seats: by number, or else by their texts. */
function bySeat(one: Seat | undefined, other: Seat | undefined): number {
  const [a = "", b = ""] = [one?.seat, other?.seat];
  return Number(a) - Number(b) || (a < b ? -1 : Number(a > b));
}

/** Whether lines with the same visit are in different sections or have seats, which always differ. */
export function placesDiffer(items: Placed[]): boolean {
  const sections = new Set(items.map((item) => JSON.stringify(sectionsOf(item))));
  return sections.size > 1 || items.some((item) => item.seats.length > 0);
}

/** The visits shared by the lines, without places that are stated with each line. */
export function sharedVisits(items: Placed[]): Performance[] {
  const performances = items[0]?.performances ?? [];
  if (!placesDiffer(items)) return performances;
  return performances.map(({ showCategoryName, seatDescription, ...visit }) => visit);
}

/**
 * The places of a line, unless all lines share them. They do not repeat the name of its ticket. Of a line with places at
 * several shows, each is named with its show.
 */
export function placesOf(t: Translate<"place">, item: Placed, items: Placed[], ticket = ""): string[] {
  const sections = sectionsOf(item);
  if (sections.length > 1) return placesDiffer(items) ? placesAtShows(t, item) : [];
  if (item.seats.length > 0) return seatTexts(t, item.seats, ticket);
  const [section] = sections;
  return section && section !== ticket && placesDiffer(items) ? [section] : [];
}

function placesAtShows(t: Translate<"place">, { performances, seats }: Placed): string[] {
  const left = [...seats];
  return performances.flatMap(({ showName, showCategoryName, seatDescription }) => {
    const seat = seatDescription ? left.shift() : undefined;
    const place = seat ? seatText(t, seat) : showCategoryName;
    return place ? [t("place.at-show", { show: showName, place })] : [];
  });
}

/** The sections of a line, in the order of its performances. */
function sectionsOf({ performances }: Placed): string[] {
  return performances.flatMap(({ showCategoryName }) => showCategoryName ?? []);
}

/** The name of a pass's holder, if it is known. */
export function holderName({ firstName, lastName }: Pick<CartItem, "firstName" | "lastName">): string | null {
  return [firstName, lastName].filter(Boolean).join(" ") || null;
}

/** A name that identifies a group in the cart, even among groups of the same product on different days. */
export function groupName({ productDisplayName, items }: CartGroup): string {
  return [productDisplayName, occasionText(productDisplayName, sharedVisits(items))]
    .filter(Boolean)
    .join(", ");
}

/** A name that identifies a line in the cart, even among lines for the same ticket on different days. */
export function lineName(group: CartGroup, item: CartItem): string {
  return [
    ticketName(item),
    holderName(item),
    group.productDisplayName,
    occasionText(group.productDisplayName, item.performances),
  ]
    .filter(Boolean)
    .join(", ");
}

/** A line with its quantity, such as `1 × Adult, Stalls, row C, seat 12, Evening Show`. */
export function lineInWords(
  t: Translate<"cart-remove" | "place">,
  group: Pick<CartGroup, "productDisplayName">,
  item: CartItem,
): string {
  return t("cart-remove.line", {
    quantity: item.quantity,
    name: [ticketName(item), holderName(item), ...placesOf(t, item, [item], item.displayName)]
      .filter(Boolean)
      .join(", "),
    product: group.productDisplayName,
  });
}
