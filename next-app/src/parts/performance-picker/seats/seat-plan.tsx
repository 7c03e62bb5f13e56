"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { SeatingChart, SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { PlanBackground } from "./plan-background";
import { PlanLegend, ZoomButtons } from "./plan-controls";
import {
  isMove,
  neighbour,
  pitchOf,
  rowsOf,
  type Size,
  seatAt,
  type View,
  viewBoxOf,
  visiblePart,
} from "./plan-geometry";
import { SeatLabels } from "./seat-labels";
import { SeatMarks, useSeatBlocks } from "./seat-marks";
import { conditionText, type SeatCondition } from "./seat-text";
import { SectionPrices } from "./section-prices";
import { usePlanGestures } from "./use-plan-gestures";
import { planPoint, planScale, usePlanView } from "./use-plan-view";
import { useSeatFocus } from "./use-seat-focus";
import { useSeatPainting } from "./use-seat-painting";

type Props = {
  t: Translate<"product" | "seats">;
  chart: SeatingChart;
  seats: SeatState[];
  sections: ShowCategory[];
  /** Returns the name of a seat by position, such as `Stalls, row B, seat 7`. */
  nameAt: (position: number) => string;
  conditions: SeatCondition[];
  /** For each seat, whether it is not among those that the shopper looks for. */
  others: readonly boolean[];
  onPress: (position: number) => void;
  /** Chooses a section without numbered seats. Absent where only seats can be chosen. */
  onSection?: (showCategoryId: string) => void;
};

/** The smallest target for a finger, in screen pixels (WCAG 2.2, 2.5.8). A tap on a plan with smaller seats zooms in. */
const fingerPixels = 24;

/** The smallest seat, in screen pixels, whose number can be read. */
const readablePixels = 22;

/**
 * The seating plan. It may have thousands of seats, so each seat is rendered once and painted when it changes, the plan
 * handles all events, and one seat at a time can be reached by Tab.
 */
export function SeatPlan(props: Props) {
  const { t, chart, seats, sections, conditions } = props;
  const plan = usePlan(props);
  const { blocks, drawn, rows, pitch, planView, focus } = plan;
  const { view } = planView;
  const visible = visiblePart(view, plan.box);
  const seatPixels = (pitch * plan.box.width) / visible.width;
  const viewBox = viewBoxOf(view);
  return (
    <div className="grid gap-2">
      <div className="grid items-end gap-x-6 gap-y-2 @2xl:grid-cols-2">
        <SectionPrices t={t} seats={seats} sections={sections} onSection={props.onSection} />
        {/* Above the plan, because a bar or a finger may cover what is below. */}
        <div className="flex items-center justify-between gap-2">
          <div aria-hidden="true" className="min-w-0 text-sm">
            {seatPixels < fingerPixels ? (
              <p className="hidden pointer-coarse:block">{t("seats.tap-to-zoom")}</p>
            ) : null}
            <p ref={plan.near} className="font-semibold" />
          </div>
          <ZoomButtons t={t} planView={planView} onZoom={plan.zoom} />
        </div>
      </div>
      <div className="relative overflow-hidden rounded-field border border-line bg-sunken">
        <svg aria-hidden="true" viewBox={viewBox} className="absolute inset-0 size-full">
          <PlanBackground t={t} chart={chart} seats={seats} rows={rows} sections={sections} pitch={pitch} />
        </svg>
        <svg
          {...plan.handlers}
          ref={plan.svg}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the seats inside are its options
          role="listbox"
          aria-multiselectable="true"
          aria-label={t("seats.plan-label")}
          viewBox={viewBox}
          style={{ aspectRatio: `${chart.width} / ${chart.height}` }}
          className="relative block max-h-[70vh] w-full touch-pan-y select-none outline-none"
        >
          <SeatMarks ref={plan.marks} blocks={blocks.slice(0, drawn)} />
        </svg>
        <svg
          aria-hidden="true"
          viewBox={viewBox}
          className="pointer-events-none absolute inset-0 size-full fill-none"
        >
          {/* The wide ring below sets the focus ring off from seats of any color. */}
          <g ref={focus.ring} style={{ visibility: "hidden" }}>
            <circle
              r={pitch * 0.54}
              vectorEffect="non-scaling-stroke"
              className="stroke-surface stroke-[6px]"
            />
            <circle r={pitch * 0.54} vectorEffect="non-scaling-stroke" className="stroke-focus stroke-3" />
          </g>
        </svg>
        {seatPixels >= readablePixels ? (
          <svg
            aria-hidden="true"
            viewBox={viewBox}
            className="pointer-events-none absolute inset-0 size-full select-none"
          >
            <SeatLabels seats={seats} rows={rows} conditions={conditions} pitch={pitch} view={visible} />
          </svg>
        ) : null}
      </div>
      <PlanLegend t={t} seats={seats} />
    </div>
  );
}

/** The state of the plan, and the handlers of its pointer and keyboard events. */
function usePlan({ t, chart, seats, nameAt, conditions, others, onPress }: Props) {
  const plane = useMemo<View>(
    () => ({ x: 0, y: 0, width: chart.width, height: chart.height }),
    [chart.width, chart.height],
  );
  const rows = useMemo(() => rowsOf(seats), [seats]);
  const pitch = useMemo(() => pitchOf(seats, plane), [seats, plane]);
  const svg = useRef<SVGSVGElement>(null);
  const marks = useRef<SVGGElement>(null);
  const near = useRef<HTMLParagraphElement>(null);
  const { blocks, drawn } = useSeatBlocks(seats);
  useSeatPainting({ t, seats, marks, conditions, others, nameAt, pitch, drawn });
  const planView = usePlanView(svg, plane, pitch);
  const box = useBox(svg);
  const focus = useSeatFocus({ seats, marks, drawn, onFocused });
  const gestures = usePlanGestures(planView, onHover);

  const nearPosition = useRef<number | null>(null);
  // The condition of the seat changes when it is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the conditions change
  useLayoutEffect(() => showName(nearPosition.current), [conditions]);

  /** Shows the name and the condition of a seat below the plan. */
  function showName(position: number | null) {
    nearPosition.current = position;
    const condition = position === null ? undefined : conditions[position];
    if (!near.current) return;
    near.current.textContent =
      position === null || !condition
        ? ""
        : t("seats.state", { seat: nameAt(position), state: conditionText(t, condition) });
  }

  function seatUnder(event: MouseEvent<SVGSVGElement>, within: number): number | null {
    const at = planPoint(event.currentTarget, { x: event.clientX, y: event.clientY });
    return at ? seatAt(seats, at, within) : null;
  }

  function onHover(event: PointerEvent<SVGSVGElement>) {
    showName(seatUnder(event, pitch / 2));
  }

  function onFocused(position: number, isByKeyboard: boolean) {
    showName(position);
    if (isByKeyboard) bringIntoView(position);
  }

  /** Moves the plan and the page so that the focused seat is visible. */
  function bringIntoView(position: number) {
    const seat = seats[position];
    if (seat) planView.showSeat(seat);
    // After the plan was moved. The bar at the bottom of the window must not cover the seat.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isMove(event.key)) focus.focusSeat(neighbour(seats, focus.current.current, event.key));
    else if (event.key === "Enter" || event.key === " ") onPress(focus.current.current);
    else return;
    event.preventDefault();
    // Even if the focus did not move: the wheel may have moved the plan or the page since.
    bringIntoView(focus.current.current);
  }

  function zoom(factor: number) {
    planView.zoomAround(factor, focus.keyboardSeat());
  }

  function onClick(event: MouseEvent<SVGSVGElement>) {
    if (gestures.endsDrag()) return;
    const own = focus.positionOf(event.target as Element);
    const position = own >= 0 ? own : seatUnder(event, pitch * 0.75);
    const pixels = pitch * planScale(event.currentTarget);
    if (gestures.isTouch() && pixels < fingerPixels) {
      const at = planPoint(event.currentTarget, { x: event.clientX, y: event.clientY });
      if (at) planView.zoomAt((fingerPixels * 2) / pixels, at);
      return;
    }
    if (position === null) return;
    focus.focusSeat(position);
    onPress(position);
  }

  function onPointerLeave(event: PointerEvent<SVGSVGElement>) {
    gestures.onPointerEnd(event);
    showName(null);
  }

  const { onFocus, onBlur } = focus;
  const handlers = { ...gestures.handlers, onPointerLeave, onClick, onKeyDown, onFocus, onBlur };
  return { svg, marks, near, blocks, drawn, rows, pitch, planView, box, focus, zoom, handlers };
}

/** The size of the drawn plan, in screen pixels; 0 before it is known. */
function useBox(svg: RefObject<SVGSVGElement | null>): Size {
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = svg;
    if (!current) return;
    const measure = () => setBox({ width: current.clientWidth, height: current.clientHeight });
    measure();
    // The plan grows with the window, and with its column when the page makes room for it.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [svg]);
  return box;
}
