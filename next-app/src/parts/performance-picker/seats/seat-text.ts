import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";

export type SeatCondition = "free" | "taken" | "yours";

/** Formats a seat as `Stalls, row B, seat 7`. The name of an accessible seat ends with its kind. */
export function seatName(t: Translate<"seats">, seat: SeatState, sections: ShowCategory[]): string {
  const section = sections.find(({ showCategoryId }) => showCategoryId === seat.showCategoryId);
  const name = placeName(t, section?.name ?? "", seat);
  return seat.kind === "standard" ? name : t("seats.kind", { seat: name, kind: t(`seats.${seat.kind}`) });
}

/**
 * Formats a seat as `Stalls, row B, seat 7`, or without a section as `Row B, seat 7`. It breaks over two lines only after
 * a comma.
 */
export function placeName(
  t: Translate<"seats">,
  section: string,
  { row, seat }: { row: string; seat: string },
): string {
  const name = section ? t("seats.name", { section, row, seat }) : t("seats.name-in-section", { row, seat });
  return name.replaceAll(/(?<!,) /g, "\u00a0");
}

export function conditionText(t: Translate<"seats">, condition: SeatCondition): string {
  return t(`seats.${condition}`);
}
