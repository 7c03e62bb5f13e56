"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { SeatState } from "@/api/types";

type Options = {
  seats: SeatState[];
  /** The group whose children are the drawn seats. */
  marks: RefObject<SVGGElement | null>;
  /** How many blocks of seats are drawn. */
  drawn: number;
  /** Called with the seat that got the focus. */
  onFocused: (position: number) => void;
};

/** The focus among the seats: one seat at a time can be reached by Tab, and a ring marks it for keyboard users. */
export function useSeatFocus({ seats, marks, drawn, onFocused }: Options) {
  const ring = useRef<SVGGElement>(null);
  const current = useRef(0);

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
    onFocused(position);
    ring.current.setAttribute("transform", `translate(${seat.x} ${seat.y})`);
    ring.current.style.visibility = mark?.matches(":focus-visible") ? "visible" : "hidden";
  }

  function onBlur() {
    if (ring.current) ring.current.style.visibility = "hidden";
  }

  return { ring, current, focusSeat, positionOf, onFocus, onBlur };
}
