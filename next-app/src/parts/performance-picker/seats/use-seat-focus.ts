"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { SeatState } from "@/api/types";

type Options = {
  seats: SeatState[];
  /** The group whose children are the drawn seats. */
  marks: RefObject<SVGGElement | null>;
  /** How many blocks of seats are drawn. */
  drawn: number;
  /** Called with the seat that got the focus, and whether it was reached by keyboard. */
  onFocused: (position: number, isByKeyboard: boolean) => void;
};

/** The focus among the seats: one seat at a time can be reached by Tab, and a ring marks it for keyboard users. */
export function useSeatFocus({ seats, marks, drawn, onFocused }: Options) {
  const ring = useRef<SVGGElement>(null);
  const current = useRef(0);
  const isByKeyboard = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current seat may be drawn later
  useEffect(() => {
    marks.current?.children[current.current]?.setAttribute("tabindex", "0");
  }, [marks, drawn]);

  function focusSeat(position: number) {
    const elements = marks.current?.children;
    elements?.[current.current]?.setAttribute("tabindex", "-1");
    current.current = position;
    const mark = elements?.[position] as SVGElement | undefined;
    mark?.setAttribute("tabindex", "0");
    mark?.focus({ preventScroll: true });
  }

  function positionOf(element: Element | null): number {
    return [...(marks.current?.children ?? [])].indexOf(element as Element);
  }

  function onFocus() {
    const mark = document.activeElement;
    const position = positionOf(mark);
    const seat = seats[position];
    if (!seat || !ring.current) return;
    current.current = position;
    isByKeyboard.current = mark?.matches(":focus-visible") ?? false;
    onFocused(position, isByKeyboard.current);
    ring.current.setAttribute("transform", `translate(${seat.x} ${seat.y})`);
    ring.current.style.visibility = isByKeyboard.current ? "visible" : "hidden";
  }

  function onBlur() {
    if (ring.current) ring.current.style.visibility = "hidden";
  }

  /** The seat that last had the focus, if it was reached by keyboard. */
  function keyboardSeat(): SeatState | undefined {
    return isByKeyboard.current ? seats[current.current] : undefined;
  }

  return { ring, current, keyboardSeat, focusSeat, positionOf, onFocus, onBlur };
}
