"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { SeatState } from "@/api/types";
import type { Translate } from "@/text/texts";
import { lookOf, paintSeat } from "./seat-mark";
import { conditionText, type SeatCondition } from "./seat-text";

type Options = {
  t: Translate<"seats">;
  seats: SeatState[];
  /** The group whose children are the drawn seats. */
  marks: RefObject<SVGGElement | null>;
  conditions: SeatCondition[];
  /** For each seat, whether it is not among those that the shopper looks for. */
  others: readonly boolean[];
  nameAt: (position: number) => string;
  pitch: number;
  /** How many blocks of seats are drawn. */
  drawn: number;
};

/** Paints the seats whose condition changed, and those that were just drawn. */
export function useSeatPainting({
  t,
  seats,
  marks,
  conditions,
  others,
  nameAt,
  pitch,
  drawn,
}: Options): void {
  const painted = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: seats that were just drawn are painted too
  useLayoutEffect(() => {
    const elements = marks.current?.children;
    if (!elements) return;
    conditions.forEach((condition, position) => {
      const mark = elements[position];
      const seat = seats[position];
      const isOther = others[position] ?? false;
      const state = `${condition} ${isOther}`;
      if (!mark || !seat || painted.current[position] === state) return;
      painted.current[position] = state;
      const name = t("seats.state", { seat: nameAt(position), state: conditionText(t, condition) });
      paintSeat(mark, { condition, look: lookOf(seat), name, isOther }, pitch);
    });
  }, [seats, marks, conditions, others, nameAt, pitch, t, drawn]);
}
