"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { SeatState } from "@/api/types";
import type { Translate } from "@/text/texts";
import { paintSeat } from "./seat-mark";
import { conditionText, type SeatCondition } from "./seat-text";

type Options = {
  t: Translate<"seats">;
  seats: SeatState[];
  /** The group whose children are the drawn seats. */
  marks: RefObject<SVGGElement | null>;
  conditions: SeatCondition[];
  nameAt: (position: number) => string;
  pitch: number;
  /** How many blocks of seats are drawn. */
  drawn: number;
};

/** Paints the seats whose condition changed, and those that were just drawn. */
export function useSeatPainting({ t, seats, marks, conditions, nameAt, pitch, drawn }: Options): void {
  const painted = useRef<SeatCondition[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: seats that were just drawn are painted too
  useLayoutEffect(() => {
    const elements = marks.current?.children;
    if (!elements) return;
    conditions.forEach((condition, position) => {
      const mark = elements[position];
      const kind = seats[position]?.kind ?? "standard";
      if (!mark || painted.current[position] === condition) return;
      painted.current[position] = condition;
      const name = t("seats.state", { seat: nameAt(position), state: conditionText(t, condition) });
      paintSeat(mark, { condition, kind, name }, pitch);
    });
  }, [seats, marks, conditions, nameAt, pitch, t, drawn]);
}
