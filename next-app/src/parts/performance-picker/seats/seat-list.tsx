"use client";

import { useState } from "react";
import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { type Row, rowsOf } from "./plan-geometry";
import { conditionText, nameInRow, type SeatCondition } from "./seat-text";

type Props = {
  t: Translate<"place" | "seats">;
  seats: SeatState[];
  sections: ShowCategory[];
  /** Returns the name of a seat by position, such as `Stalls, row B, seat 7`. */
  nameAt: (position: number) => string;
  conditions: SeatCondition[];
  /** For each seat, whether it is not among those that the shopper looks for, and is left out. */
  others: readonly boolean[];
  onPress: (position: number) => void;
};

/** The seats as text: the rows of each section, which expand to lists of their seats. */
export function SeatList({ t, seats, sections, nameAt, conditions, others, onPress }: Props) {
  const rows = rowsOf(seats)
    .map((row) => ({ ...row, seats: row.seats.filter((position) => !others[position]) }))
    .filter((row) => row.seats.length > 0);
  const shown = new Set(rows.map((row) => row.showCategoryId));
  return (
    <div className="grid gap-4">
      {sections
        .filter(({ showCategoryId }) => shown.has(showCategoryId))
        .map((section) => (
          <section key={section.showCategoryId} aria-label={section.name}>
            <h3 className="text-base">{section.name}</h3>
            {rows
              .filter((row) => row.showCategoryId === section.showCategoryId)
              .map((row) => (
                <RowOfSeats
                  key={row.key}
                  t={t}
                  row={row}
                  seats={seats}
                  nameAt={nameAt}
                  conditions={conditions}
                  onPress={onPress}
                />
              ))}
          </section>
        ))}
    </div>
  );
}

/** A collapsed row renders no seats, because a hall may have thousands. */
function RowOfSeats({
  t,
  row,
  seats,
  nameAt,
  conditions,
  onPress,
}: Omit<Props, "sections" | "others"> & { row: Row }) {
  const [open, setOpen] = useState(false);
  const count = row.seats.filter((position) => conditions[position] !== "taken").length;
  return (
    <details className="group border-b border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-field [&::-webkit-details-marker]:hidden">
        <span className="font-semibold whitespace-nowrap">
          {row.seats.some((position) => seats[position]?.places) ? row.row : t("seats.row", { row: row.row })}
        </span>
        {row.seats.some((position) => seats[position]?.kind === "wheelchair") ? (
          <span className="text-sm text-ink-2">{t("seats.row-accessible")}</span>
        ) : null}
        <span className="figures ml-auto text-sm text-ink-2">
          {t("seats.row-free", { count, all: row.seats.length })}
        </span>
        <span className="transition-transform duration-(--speed-open) group-open:rotate-180">
          <Icon name="down" size={20} />
        </span>
      </summary>
      {open ? (
        <ul className="grid grid-cols-2 gap-x-4 pb-2">
          {row.seats.map((position) => {
            const seat = seats[position];
            const condition = conditions[position];
            if (!seat || !condition) return null;
            return (
              <li key={seat.seatId}>
                <label className="figures flex min-h-11 cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed has-disabled:text-ink-2">
                  <input
                    type="checkbox"
                    checked={condition === "yours"}
                    disabled={condition === "taken"}
                    aria-label={t("seats.state", {
                      seat: nameAt(position),
                      state: conditionText(t, condition),
                    })}
                    onChange={() => onPress(position)}
                    className="size-5 flex-none"
                  />
                  {nameInRow(t, seat)}
                  {condition === "taken" ? (
                    <span className="text-sm">{conditionText(t, condition)}</span>
                  ) : null}
                </label>
              </li>
            );
          })}
        </ul>
      ) : null}
    </details>
  );
}
