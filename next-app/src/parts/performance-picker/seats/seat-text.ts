import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";

export type SeatCondition = "free" | "taken" | "yours";

/** Formats a seat as `Stalls, row B, seat 7`. The name ends with its kind, if it is accessible, and with its features. */
export function seatName(t: Translate<"place" | "seats">, seat: SeatState, sections: ShowCategory[]): string {
  const section = sections.find(({ showCategoryId }) => showCategoryId === seat.showCategoryId);
  return withFeatures(t, placeName(t, section?.name ?? "", seat), seat);
}

/** The name of a seat within its row, such as `Seat 7, aisle` or `Box 3 for 4`. */
export function nameInRow(t: Translate<"place" | "seats">, seat: SeatState): string {
  const { row, places, kind } = seat;
  const name = places
    ? t("place.box-in-section", { row, seat: seat.seat, places })
    : t("seats.seat", { seat: seat.seat });
  return withFeatures(t, ofKind(t, name, kind), seat);
}

function withFeatures(t: Translate<"place" | "seats">, name: string, { features = [] }: SeatState): string {
  return features.reduce(
    (place, feature) => t("place.of-kind", { place, kind: t(`seats.${feature}`) }),
    name,
  );
}

function ofKind(t: Translate<"place">, place: string, kind: SeatState["kind"] = "standard"): string {
  return kind === "standard" ? place : t("place.of-kind", { place, kind: t(`place.${kind}`) });
}

/**
 * Formats a seat as `Stalls, row B, seat 7`, or without a section as `Row B, seat 7`; a box as `Boxes, Box 3 for 4`. It
 * breaks over two lines only after a comma. The name of an accessible seat ends with its kind.
 */
export function placeName(
  t: Translate<"place">,
  section: string,
  { row, seat, places, kind }: { row: string; seat: string; places?: number; kind?: SeatState["kind"] },
): string {
  const ofBox = places
    ? section
      ? t("place.box", { section, row, seat, places })
      : t("place.box-in-section", { row, seat, places })
    : null;
  const name =
    ofBox ?? (section ? t("place.name", { section, row, seat }) : t("place.name-in-section", { row, seat }));
  return ofKind(t, name.replaceAll(/(?<!,) /g, "\u00a0"), kind);
}

export function conditionText(t: Translate<"seats">, condition: SeatCondition): string {
  return t(`seats.${condition}`);
}
