import { memo } from "react";
import type { SeatState } from "@/api/types";
import { boundsOf, overlap, type View } from "./plan-geometry";
import { classOf, dot, lookOf, type SeatLook, shapeOf } from "./seat-mark";
import type { SeatCondition } from "./seat-text";

/** How the seats are drawn: with their shapes, or from far away as dots. */
export type Detail = "shapes" | "dots";

/** Neighbouring seats that are drawn together: from a position to before another one. */
export type Bunch = { from: number; to: number; bounds: View };

/**
 * How many seats are drawn together. A seat that changes is drawn again with its bunch, and a bunch outside of the visible
 * part is not drawn.
 */
const seatsPerBunch = 64;

export function bunchesOf(seats: readonly SeatState[]): Bunch[] {
  const count = Math.ceil(seats.length / seatsPerBunch);
  return Array.from({ length: count }, (_, nth) => {
    const from = nth * seatsPerBunch;
    const to = Math.min(from + seatsPerBunch, seats.length);
    return { from, to, bounds: boundsOf(seats.slice(from, to)) };
  });
}

const letters = { free: "f", taken: "t", yours: "y", own: "o" } as const;
const conditionsByLetter: Record<string, SeatCondition> = {
  f: "free",
  t: "taken",
  y: "yours",
  o: "own",
};

/** One letter for each seat: its condition, as a capital if the shopper looks for other seats. */
export function statesOf(conditions: readonly SeatCondition[], others: readonly boolean[]): string {
  let states = "";
  conditions.forEach((condition, position) => {
    states += others[position] ? letters[condition].toUpperCase() : letters[condition];
  });
  return states;
}

type Props = {
  seats: SeatState[];
  bunches: Bunch[];
  /** See `statesOf`. */
  states: string;
  /** The distance between neighbouring seats, in units of the chart. */
  pitch: number;
  /** The visible part of the chart. */
  view: View;
  detail: Detail;
};

/**
 * The drawing of the seats: a few paths for each bunch instead of an element for each seat, because a hall may have tens of
 * thousands.
 */
export function SeatMarks({ seats, bunches, states, pitch, view, detail }: Props) {
  return bunches
    .filter(({ bounds }) => overlap(bounds, view, pitch))
    .map(({ from, to }) => (
      <BunchMarks
        key={from}
        seats={seats}
        from={from}
        states={states.slice(from, to)}
        pitch={pitch}
        detail={detail}
      />
    ));
}

type BunchProps = Pick<Props, "seats" | "states" | "pitch" | "detail"> & { from: number };

/** Seats with the same state are one path. */
const BunchMarks = memo(function BunchMarks({ seats, from, states, pitch, detail }: BunchProps) {
  const paths = new Map<string, string>();
  const shapes = new Map<string, string>();
  for (let nth = 0; nth < states.length; nth++) {
    const seat = seats[from + nth];
    const state = states[nth] ?? "";
    const condition = conditionsByLetter[state.toLowerCase()];
    if (!seat || !condition) continue;
    const look = lookOf(seat);
    const shape = shapes.get(state + look) ?? markOf(condition, look, pitch, detail);
    shapes.set(state + look, shape);
    paths.set(state, `${paths.get(state) ?? ""}M${seat.x} ${seat.y}${shape}`);
  }
  return [...paths].map(([state, path]) => {
    const condition = conditionsByLetter[state.toLowerCase()] ?? "taken";
    const isOther = state !== state.toLowerCase();
    const faint = isOther ? "opacity-25" : "";
    const isDots = detail === "dots" && !isShoppers(condition);
    return (
      <path
        key={state}
        d={path}
        data-marks={isOther ? `other-${condition}` : condition}
        {...(isDots
          ? {
              strokeWidth: pitch * (condition === "free" ? 0.75 : 0.3),
              strokeLinecap: "round",
              className: `${condition === "free" ? "stroke-brand" : "stroke-control"} ${faint}`,
            }
          : { vectorEffect: "non-scaling-stroke", className: `${classOf(condition)} ${faint}` })}
      />
    );
  });
});

const isShoppers = (condition: SeatCondition) => condition === "yours" || condition === "own";

/** The shopper's own seats are drawn larger from far away. */
function markOf(condition: SeatCondition, look: SeatLook, pitch: number, detail: Detail): string {
  if (detail === "shapes") return shapeOf(condition, look, pitch);
  return isShoppers(condition) ? shapeOf(condition, look, pitch * 3) : dot;
}
