import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";

/** `own` is a seat that the shopper has now and is exchanging: it can't be chosen again. */
export type SeatCondition = "free" | "taken" | "yours" | "own";

/** Whether a seat cannot be chosen. */
export const isTaken = (condition: SeatCondition | undefined): boolean =>
  condition === "taken" || condition === "own";

type Traits = Partial<Pick<SeatState, "kind" | "features">>;
type Mark = Traits & { row: string; seat: string; places?: number };

/** Formats a seat of a chart as {@link placeName} does. */
export function seatName(t: Translate<"place">, seat: SeatState, sections: ShowCategory[]): string {
  const section = sections.find(({ showCategoryId }) => showCategoryId === seat.showCategoryId);
  return placeName(t, section?.name ?? "", seat);
}

/** The name of a seat within its row, such as `Seat 7, on the aisle` or `Box 3 (seats 4)`. */
export function nameInRow(t: Translate<"place" | "seats">, seat: SeatState): string {
  const { row, places } = seat;
  const name = places
    ? t("place.box-in-section", { row, seat: seat.seat, places })
    : t("seats.seat", { seat: seat.seat });
  return withTraits(t, name, seat);
}

function withTraits(
  t: Translate<"place">,
  name: string,
  { kind = "standard", features = [] }: Traits,
): string {
  const traits = kind === "standard" ? features : [kind, ...features];
  return traits.reduce((place, trait) => t("place.of-kind", { place, kind: t(`place.${trait}`) }), name);
}

/**
 * Formats a seat as `Stalls, row B, seat 7`, or without a section as `Row B, seat 7`; a box as `Boxes, Box 3 (seats 4)`. It
 * breaks over two lines only after a comma. The name ends with its kind, if it is accessible, and with its features.
 */
export function placeName(t: Translate<"place">, section: string, mark: Mark): string {
  const { row, seat, places } = mark;
  const ofBox = places
    ? section
      ? t("place.box", { section, row, seat, places })
      : t("place.box-in-section", { row, seat, places })
    : null;
  const name =
    ofBox ?? (section ? t("place.name", { section, row, seat }) : t("place.name-in-section", { row, seat }));
  return withTraits(t, name.replaceAll(/(?<!,) /g, "\u00a0"), mark);
}

export function conditionText(t: Translate<"seats">, condition: SeatCondition): string {
  return t(`seats.${condition}`);
}
