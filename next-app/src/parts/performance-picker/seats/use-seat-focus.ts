"use client";

import { useLayoutEffect, useRef, useState } from "react";
import type { SeatState } from "@/api/types";

type Options = {
  seats: SeatState[];
  /** Called with the seat that got the focus, and whether it was reached by keyboard. */
  onFocused: (position: number, isByKeyboard: boolean) => void;
};

/** The focus among the seats: one seat at a time can be reached by Tab, and a ring marks it for keyboard users. */
export function useSeatFocus({ seats, onFocused }: Options) {
  /** The group whose children are the seats that have elements. */
  const options = useRef<SVGGElement>(null);
  const ring = useRef<SVGGElement>(null);
  const [current, setCurrent] = useState(0);
  const isByKeyboard = useRef(false);
  /** A seat that gets the focus as soon as it has an element. */
  const awaited = useRef<number | null>(null);

  // Runs after each rendering, which may have brought the element.
  useLayoutEffect(focusAwaited);

  function focusAwaited() {
    if (awaited.current === null) return;
    const option = options.current?.querySelector<SVGElement>(`[data-position="${awaited.current}"]`);
    if (!option) return;
    awaited.current = null;
    option.focus({ preventScroll: true });
  }

  function focusSeat(position: number) {
    setCurrent(position);
    awaited.current = position;
    focusAwaited();
  }

  function onFocus() {
    const option = document.activeElement;
    const position = positionOf(option);
    const seat = seats[position];
    if (!seat || !ring.current) return;
    setCurrent(position);
    isByKeyboard.current = option?.matches(":focus-visible") ?? false;
    onFocused(position, isByKeyboard.current);
    ring.current.setAttribute("transform", `translate(${seat.x} ${seat.y})`);
    ring.current.style.visibility = isByKeyboard.current ? "visible" : "hidden";
  }

  function onBlur() {
    if (ring.current) ring.current.style.visibility = "hidden";
  }

  /** The seat that last had the focus, if it was reached by keyboard. */
  function keyboardSeat(): SeatState | undefined {
    return isByKeyboard.current ? seats[current] : undefined;
  }

  return { options, ring, current, keyboardSeat, focusSeat, onFocus, onBlur };
}

/** The position of the seat of an element, or -1. */
export function positionOf(element: Element | null): number {
  return Number(element?.getAttribute("data-position") ?? -1);
}
