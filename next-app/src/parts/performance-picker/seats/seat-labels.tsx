import { memo } from "react";
import type { SeatState } from "@/api/types";
import { edgeNameWidth, type Row, rowsAtEdge, surroundings, type View } from "./plan-geometry";
import type { SeatCondition } from "./seat-text";

type Props = {
  seats: SeatState[];
  rows: Row[];
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
export function SeatLabels({ seats, rows, conditions, pitch, view }: Props) {
  const around = surroundings(view);
  const width = pitch * edgeNameWidth;
  return (
    <>
      <SeatNumbers seats={seats} conditions={conditions} pitch={pitch} {...around} />
      {rowsAtEdge(seats, rows, view, pitch).map(({ key, name, y }) => (
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

/**
 * The numbers of the free seats in a part of the chart. Chosen and taken seats and wheelchair spaces have a sign where
 * the number would be. Rendered again only if the part or a seat changes, not on every move of the plan.
 */
const SeatNumbers = memo(function SeatNumbers({
  seats,
  conditions,
  pitch,
  ...part
}: Omit<Props, "rows" | "view"> & View) {
  const isIn = ({ x, y }: SeatState) =>
    x >= part.x && x <= part.x + part.width && y >= part.y && y <= part.y + part.height;
  return seats.map((seat, position) =>
    conditions[position] === "free" && seat.kind !== "wheelchair" && isIn(seat) ? (
      <text
        key={seat.seatId}
        x={seat.x}
        y={seat.y}
        {...text(pitch)}
        className="fill-on-brand-soft font-semibold"
      >
        {seat.seat}
      </text>
    ) : null,
  );
});
