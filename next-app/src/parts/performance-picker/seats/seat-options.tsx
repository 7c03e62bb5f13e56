import { memo, type Ref } from "react";
import type { SeatState } from "@/api/types";
import type { Translate } from "@/text/texts";
import { positionsIn, rowAt, type View } from "./plan-geometry";
import { conditionText, isTaken, type SeatCondition } from "./seat-text";

/** The most seats for which there are elements, unless a row is longer. */
export const mostOptions = 600;

/**
 * The seats that can be reached by keyboard and with a screen reader: the visible ones, or if these are too many the row of
 * the current seat; and always the current seat. In the order of `seats`.
 */
export function optionsOf(seats: readonly SeatState[], view: View, pitch: number, current: number): number[] {
  const visible = positionsIn(seats, view, pitch / 2);
  const options = visible.length <= mostOptions ? visible : [...rowAt(seats, current)];
  if (!options.includes(current) && current < seats.length) options.push(current);
  return options.sort((one, other) => one - other);
}

type Props = {
  t: Translate<"seats">;
  seats: SeatState[];
  /** The positions of the seats, see `optionsOf`. */
  options: readonly number[];
  /** The seat that can be reached by Tab. */
  current: number;
  conditions: SeatCondition[];
  nameAt: (position: number) => string;
  pitch: number;
  ref: Ref<SVGGElement>;
};

/** Transparent elements over the drawn seats, which have the focus, the names and the states. */
export function SeatOptions({ t, seats, options, current, conditions, nameAt, pitch, ref }: Props) {
  const isPart = options.length < seats.length;
  return (
    <g ref={ref}>
      {options.map((position) => {
        const seat = seats[position];
        const condition = conditions[position];
        return seat && condition ? (
          <Option
            key={seat.seatId}
            t={t}
            seat={seat}
            position={position}
            count={isPart ? seats.length : undefined}
            condition={condition}
            nameAt={nameAt}
            pitch={pitch}
            isCurrent={position === current}
          />
        ) : null;
      })}
    </g>
  );
}

type OptionProps = Pick<Props, "t" | "nameAt" | "pitch"> & {
  seat: SeatState;
  position: number;
  /** The number of seats, if not all of them have elements. */
  count: number | undefined;
  condition: SeatCondition;
  isCurrent: boolean;
};

const Option = memo(function Option({
  t,
  seat,
  position,
  count,
  condition,
  nameAt,
  pitch,
  isCurrent,
}: OptionProps) {
  return (
    <circle
      role="option"
      tabIndex={isCurrent ? 0 : -1}
      data-seat={seat.seatId}
      data-position={position}
      aria-label={t("seats.state", { seat: nameAt(position), state: conditionText(t, condition) })}
      aria-selected={condition === "yours"}
      aria-disabled={isTaken(condition) ? true : undefined}
      aria-setsize={count}
      aria-posinset={count === undefined ? undefined : position + 1}
      cx={seat.x}
      cy={seat.y}
      r={pitch * 0.42}
      className={`fill-transparent outline-none ${isTaken(condition) ? "cursor-not-allowed" : "cursor-pointer"}`}
    />
  );
});
