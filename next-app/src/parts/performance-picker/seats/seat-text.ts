import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";

export type SeatCondition = "free" | "taken" | "yours";

/** Formats a seat as `Stalls, row B, seat 7`. The name of an accessible seat ends with its kind, then its features. */
export function seatName(t: Translate<"place" | "seats">, seat: SeatState, sections: ShowCategory[]): string {
  const section = sections.find(({ showCategoryId }) => showCategoryId === seat.showCategoryId);
  return withTraits(t, placeName(t, section?.name ?? "", seat), seat);
}

/** The name of a seat within its row, such as `Seat 7, aisle` or `Box 3 for 4`. */
export function nameInRow(t: Translate<"place" | "seats">, seat: SeatState): string {
  const { row, places } = seat;
  const name = places
    ? t("place.box-in-section", { row, seat: seat.seat, places })
    : t("seats.seat", { seat: seat.seat });
  return withTraits(t, name, seat);
}

function withTraits(t: Translate<"seats">, name: string, { kind, features = [] }: SeatState): string {
  const traits = kind === "standard" ? features : ([kind, ...features] as const);
  return traits.reduce((seat, trait) => t("seats.kind", { seat, kind: t(`seats.${trait}`) }), name);
}

/**
 * Formats a seat as `Stalls, row B, seat 7`, or without a section as `Row B, seat 7`; a box as `Boxes, Box 3 for 4`. It
 * breaks over two lines only after a comma.
 */
export function placeName(
  t: Translate<"place">,
  section: string,
  { row, seat, places }: { row: string; seat: string; places?: number },
): string {
  const ofBox = places
    ? section
      ? t("place.box", { section, row, seat, places })
      : t("place.box-in-section", { row, seat, places })
    : null;
  const name =
    ofBox ?? (section ? t("place.name", { section, row, seat }) : t("place.name-in-section", { row, seat }));
  return name.replaceAll(/(?<!,) /g, "\u00a0");
}

export function conditionText(t: Translate<"seats">, condition: SeatCondition): string {
  return t(`seats.${condition}`);
}
