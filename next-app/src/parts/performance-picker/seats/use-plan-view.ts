"use client";

import { type RefObject, useEffect, useState } from "react";
import {
  isClosest,
  moved,
  type Point,
  pixelsOf,
  type Sheet,
  showing,
  type View,
  visiblePart,
  zoomed,
  zoomedAround,
} from "./plan-geometry";

/**
 * The part of the plan that is visible, and how the wheel changes it. `plane` is the whole plan, and `namesWidth` the
 * width of the column of row names, in distances between seats.
 */
export function usePlanView(
  plan: RefObject<SVGSVGElement | null>,
  plane: View,
  pitch: number,
  namesWidth: number,
) {
  const [view, setView] = useState(plane);
  const isZoomed = view.width < plane.width;

  // The wheel scrolls the page unless the focus is in the plan, or Ctrl or Cmd is pressed. React's listener is passive
  // and could not stop the scrolling.
  useEffect(() => {
    const svg = plan.current;
    if (!svg) return;
    const onWheel = (event: WheelEvent) => {
      const isMeant = event.ctrlKey || event.metaKey || svg.contains(document.activeElement);
      const at = planPoint(svg, { x: event.clientX, y: event.clientY });
      if (!isMeant || !at) return;
      event.preventDefault();
      setView((now) => zoomed(now, sheetOf(svg, plane), pitch, Math.exp(-event.deltaY / 300), at));
    };
    svg.addEventListener("wheel", onWheel, { passive: false });
    return () => svg.removeEventListener("wheel", onWheel);
  }, [plan, plane, pitch]);

  // A finger scrolls the page until the plan is zoomed; then it moves the plan. Changing `touch-action` instead would
  // recompute the style of every seat.
  useEffect(() => {
    const svg = plan.current;
    if (!svg || !isZoomed) return;
    const onTouchMove = (event: TouchEvent) => event.preventDefault();
    svg.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => svg.removeEventListener("touchmove", onTouchMove);
  }, [plan, isZoomed]);

  const change = (next: (now: View, sheet: Sheet) => View) => {
    const sheet = sheetOf(plan.current, plane);
    setView((now) => next(now, sheet));
  };
  return {
    view,
    isZoomed,
    isClosest: isClosest(view, plane, pitch),
    zoomAt: (factor: number, at: Point) => change((now, sheet) => zoomed(now, sheet, pitch, factor, at)),
    zoomAround: (factor: number, seat?: Point) =>
      change((now, sheet) => zoomedAround(now, sheet, pitch, factor, seat)),
    moveBy: (by: Point) => change((now, sheet) => moved(now, sheet, by)),
    /** Shows a seat, at least as large as given in screen pixels: its ring is beside the names of the rows. */
    showSeat: (seat: Point, leastPixels: number) =>
      change((now, sheet) => {
        const pixels = pixelsOf(pitch, visiblePart(now, sheet.box), sheet.box);
        const isTooSmall = pixels > 0 && pixels < leastPixels;
        const near = isTooSmall ? zoomed(now, sheet, pitch, leastPixels / pixels, seat) : now;
        return showing(near, sheet, seat, pitch * (namesWidth + 0.6));
      }),
    showAll: () => setView(plane),
  };
}

function sheetOf(svg: SVGSVGElement | null, plane: View): Sheet {
  return { plane, box: { width: svg?.clientWidth ?? 0, height: svg?.clientHeight ?? 0 } };
}

export type PlanView = ReturnType<typeof usePlanView>;

/** A point of the screen in units of the plan. */
export function planPoint(svg: SVGSVGElement, screen: Point): Point | null {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  return { x: (screen.x - matrix.e) / matrix.a, y: (screen.y - matrix.f) / matrix.d };
}

/** How many screen pixels one unit of the plan takes. */
export function planScale(svg: SVGSVGElement): number {
  return svg.getScreenCTM()?.a ?? 1;
}
