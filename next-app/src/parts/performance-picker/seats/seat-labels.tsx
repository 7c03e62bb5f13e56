import { memo } from "react";
import type { SeatState } from "@/api/types";
import { edgeNameWidth, type Row, rowsAtEdge, type View } from "./plan-geometry";
import type { SeatCondition } from "./seat-text";

type Props = {
  seats: SeatState[];
  rows: readonly Row[];
  /** The positions of the seats that get their numbers. */
  numbered: readonly number[];
  conditions: SeatCondition[];
  /** The distance between neighbouring seats, in units of the chart. */
  pitch: number;
  /** The part of the chart that is visible on the screen. */
  view: View;
};

/**
 * Drawn over a plan that is zoomed in: the numbers of the free seats, and at the left edge a column with the names of
 * their rows, under which the seats move away.
 */
export function SeatLabels({ seats, rows, numbered, conditions, pitch, view }: Props) {
  const atEdge = rowsAtEdge(seats, rows, view, pitch);
  const width = pitch * edgeNameWidth(atEdge.map(({ name }) => name));
  return (
    <>
      {numbered.map((position) => {
        const seat = seats[position];
        return seat && conditions[position] === "free" && seat.kind !== "wheelchair" ? (
          <SeatNumber key={seat.seatId} x={seat.x} y={seat.y} number={seat.seat} pitch={pitch} />
        ) : null;
      })}
      {atEdge.map(({ key, name, y }) => (
        <g key={key} data-row-name>
          <rect x={view.x} y={y - pitch / 2} width={width} height={pitch} className="fill-sunken" />
          <path
            d={`M${view.x + width} ${y - pitch / 2}v${pitch}`}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
          <text x={view.x + width / 2} y={y} {...text(pitch)} className="fill-ink font-bold">
            {name}
          </text>
        </g>
      ))}
    </>
  );
}

function text(pitch: number) {
  return { fontSize: pitch * 0.42, dominantBaseline: "central", textAnchor: "middle" } as const;
}

type NumberProps = { x: number; y: number; number: string; pitch: number };

/**
 * The number of a free seat. Chosen and taken seats and wheelchair spaces have a sign where the number would be. Rendered
 * again only if the seat changes, not on every move of the plan.
 */
const SeatNumber = memo(function SeatNumber({ x, y, number, pitch }: NumberProps) {
  return (
    <text x={x} y={y} {...text(pitch)} className="fill-on-brand-soft font-semibold">
      {number}
    </text>
  );
});
