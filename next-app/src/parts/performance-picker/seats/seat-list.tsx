"use client";

import { type ReactNode, useState } from "react";
import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { type Row, rowsOf } from "./plan-geometry";
import { conditionText, isTaken, nameInRow, type SeatCondition } from "./seat-text";

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

/** In a hall with more rows than this, the sections are collapsed, too. */
const mostRows = 60;

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
        .map((section) => {
          const own = rows.filter((row) => row.showCategoryId === section.showCategoryId);
          const list = () =>
            own.map((row) => (
              <RowOfSeats
                key={row.key}
                t={t}
                row={row}
                seats={seats}
                nameAt={nameAt}
                conditions={conditions}
                onPress={onPress}
              />
            ));
          const positions = own.flatMap((row) => row.seats);
          return (
            <section key={section.showCategoryId} aria-label={section.name}>
              {rows.length > mostRows ? (
                <Collapsed
                  name={<h3 className="text-base">{section.name}</h3>}
                  free={freeText(t, positions, conditions)}
                >
                  {list}
                </Collapsed>
              ) : (
                <>
                  <h3 className="text-base">{section.name}</h3>
                  {list()}
                </>
              )}
            </section>
          );
        })}
    </div>
  );
}

function freeText(t: Props["t"], positions: readonly number[], conditions: SeatCondition[]): string {
  const count = positions.filter((position) => !isTaken(conditions[position])).length;
  return t("seats.row-free", { count, all: positions.length });
}

type CollapsedProps = { name: ReactNode; free: string; children: () => ReactNode };

/** A section or a row with the number of its free seats. Renders nothing else while it is collapsed. */
function Collapsed({ name, free, children }: CollapsedProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="border-b border-line"
      onToggle={(event) => {
        // React lets the event of a row bubble to its section.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-field [&::-webkit-details-marker]:hidden">
        {name}
        <span className="figures ml-auto text-sm text-ink-2">{free}</span>
        <span className={`transition-transform duration-(--speed-open) ${open ? "rotate-180" : ""}`}>
          <Icon name="down" size={20} />
        </span>
      </summary>
      {open ? children() : null}
    </details>
  );
}

function RowOfSeats({
  t,
  row,
  seats,
  nameAt,
  conditions,
  onPress,
}: Omit<Props, "sections" | "others"> & { row: Row }) {
  const isBoxes = row.seats.some((position) => seats[position]?.places);
  const isAccessible = row.seats.some((position) => seats[position]?.kind === "wheelchair");
  const name = (
    <>
      <span className="font-semibold whitespace-nowrap">
        {isBoxes ? row.row : t("seats.row", { row: row.row })}
      </span>
      {isAccessible ? <span className="text-sm text-ink-2">{t("seats.row-accessible")}</span> : null}
    </>
  );
  return (
    <Collapsed name={name} free={freeText(t, row.seats, conditions)}>
      {() => (
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
                    disabled={isTaken(condition)}
                    aria-label={t("seats.state", {
                      seat: nameAt(position),
                      state: conditionText(t, condition),
                    })}
                    onChange={() => onPress(position)}
                    className="size-5 flex-none"
                  />
                  {nameInRow(t, seat)}
                  {isTaken(condition) ? <span className="text-sm">{conditionText(t, condition)}</span> : null}
                </label>
              </li>
            );
          })}
        </ul>
      )}
    </Collapsed>
  );
}
