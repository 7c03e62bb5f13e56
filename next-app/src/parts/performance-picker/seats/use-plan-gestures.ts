"use client";

import { type PointerEvent, useRef } from "react";
import type { Point } from "./plan-geometry";
import { gestureOf } from "./plan-gesture";
import { type PlanView, planPoint, planScale } from "./use-plan-view";

/** Moves and zooms the plan by pointer. `onHover` is called for a pointer that is not pressed. */
export function usePlanGestures(
  { zoomAt, moveBy }: PlanView,
  onHover: (event: PointerEvent<SVGSVGElement>) => void,
) {
  const pressed = useRef(new Map<number, Point>());
  const press = useRef({ isDragging: false, isTouch: false });

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    pressed.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pressed.current.size === 1) {
      press.current = { isDragging: false, isTouch: event.pointerType === "touch" };
    }
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const before = pressed.current.get(event.pointerId);
    if (!before) return onHover(event);
    const svg = event.currentTarget;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pressed.current].find(([id]) => id !== event.pointerId)?.[1];
    const gesture = gestureOf({ before, now, other, isDragging: press.current.isDragging });
    if (gesture.type === "none") return;
    if (gesture.type === "zoom") {
      const at = planPoint(svg, gesture.centre);
      if (at) zoomAt(gesture.factor, at);
    } else {
      if (!press.current.isDragging) svg.setPointerCapture(event.pointerId);
      const scale = planScale(svg);
      moveBy({ x: gesture.by.x / scale, y: gesture.by.y / scale });
    }
    press.current.isDragging = true;
    pressed.current.set(event.pointerId, now);
  }

  function onPointerEnd(event: PointerEvent<SVGSVGElement>) {
    pressed.current.delete(event.pointerId);
  }

  /** Whether the click that follows a press ended a drag. Resets the flag, so that the next click is handled again. */
  function endsDrag(): boolean {
    const wasDragging = press.current.isDragging;
    press.current.isDragging = false;
    return wasDragging;
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
    onPointerEnd,
    endsDrag,
    isTouch: () => press.current.isTouch,
  };
}
