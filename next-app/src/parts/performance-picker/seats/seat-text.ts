import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";

export type SeatCondition = "free" | "taken" | "yours";

/** Formats a seat as `Stalls, row B, seat 7`. */
export function seatName(t: Translate<"seats">, seat: SeatState, sections: ShowCategory[]): string {
  const section = sections.find(({ showCategoryId }) => showCategoryId === seat.showCategoryId);
  return t("seats.name", { section: section?.name ?? "", row: seat.row, seat: seat.seat });
}

export function conditionText(t: Translate<"seats">, condition: SeatCondition): string {
  return t(`seats.${condition}`);
}
