import type { CartGroup, CartItem } from "@/api/types";
import { formatDay, formatTime } from "@/lib/dates";
import { ticketName } from "@/lib/ticket-name";
import type { Say } from "@/text/texts";

type Performance = CartItem["performances"][number];
type Seat = CartItem["seats"][number];

/** One visit of a line in words. */
export type Occasion = {
  key: string;
  /** Said only where it tells more than the product's own name. */
  show: string | null;
  /** `Saturday, December 5, 2026` */
  day: string;
  /** `2:30 PM, Matinee`; null for a visit at any time of its day. */
  time: string | null;
  /** Section and seat. */
  place: string | null;
};

/** The visits of a line, in the order in which they were chosen. */
export function occasions(productName: string, performances: Performance[]): Occasion[] {
  return [...performances]
    .sort((one, other) => one.selectionIndex - other.selectionIndex)
    .map((performance) => ({
      key: `${performance.selectionIndex} ${performance.performanceId}`,
      show: performance.showName === productName ? null : performance.showName,
      day: formatDay(performance.performanceDate),
      time:
        [performance.validAllDay ? null : formatTime(performance.performanceTime), performance.timeLabel]
          .filter(Boolean)
          .join(", ") || null,
      place: [performance.showCategoryName, performance.seatDescription].filter(Boolean).join(", ") || null,
    }));
}

/** The visits in one breath, for the names of buttons and questions. */
export function occasionText(productName: string, performances: Performance[]): string {
  return occasions(productName, performances)
    .map(({ show, day, time, place }) => [show, day, time, place].filter(Boolean).join(", "))
    .join("; ");
}

/** `Stalls, row C, seat 12` */
export function seatText(t: Say<"seats">, { seatCategoryName, row, seat }: Seat): string {
  return t("seats.name", { section: seatCategoryName, row, seat });
}

type Placed = Pick<CartItem, "performances" | "seats">;

/** Whether lines that share a visit have places of their own: seats, or different sections. */
export function placesDiffer(items: Placed[]): boolean {
  const sections = new Set(items.map((item) => sectionOf(item)));
  return sections.size > 1 || items.some((item) => item.seats.length > 0);
}

/** The visits that lines share, without the places that are said with each line. */
export function sharedVisits(items: Placed[]): Performance[] {
  const performances = items[0]?.performances ?? [];
  if (!placesDiffer(items)) return performances;
  return performances.map(({ showCategoryName, seatDescription, ...visit }) => visit);
}

/** Where the people of a line are, if that is not said of all lines. */
export function placesOf(t: Say<"seats">, item: Placed, items: Placed[]): string[] {
  if (item.seats.length > 0) return item.seats.map((seat) => seatText(t, seat));
  const section = sectionOf(item);
  return section && placesDiffer(items) ? [section] : [];
}

function sectionOf({ performances }: Placed): string | undefined {
  return performances.find((performance) => performance.showCategoryName)?.showCategoryName;
}

/** Whom a pass is for, once that is said. */
export function holderName({ firstName, lastName }: Pick<CartItem, "firstName" | "lastName">): string | null {
  return [firstName, lastName].filter(Boolean).join(" ") || null;
}

/** Tells a line from every other of the cart, the same ticket on another day included. */
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
