"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useDeferredValue,
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
  edgeNameWidth,
  isMove,
  neighbour,
  pitchOf,
  pixelsOf,
  rowsOf,
  type Size,
  seatAt,
  surroundings,
  type View,
  viewBoxOf,
  visiblePart,
} from "./plan-geometry";
import { SeatLabels } from "./seat-labels";
import { bunchesOf, SeatMarks, statesOf } from "./seat-marks";
import { mostOptions, optionsOf, SeatOptions } from "./seat-options";
import { conditionText, type SeatCondition } from "./seat-text";
import { freeBySection, SectionLabels } from "./section-labels";
import { SectionPrices } from "./section-prices";
import { usePlanGestures } from "./use-plan-gestures";
import { planPoint, planScale, usePlanView } from "./use-plan-view";
import { positionOf, useSeatFocus } from "./use-seat-focus";

type Props = {
  t: Translate<"place" | "product" | "seats">;
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

/** The smallest seat of a large hall, in screen pixels, that has a shape and can be chosen with a mouse. */
const shapePixels = 12;

/** The size of seats, in screen pixels, after a press on a plan whose seats are too small for it. */
const pressedPixels = { touch: 2 * fingerPixels, mouse: 30 };

/**
 * The seating plan. It may have tens of thousands of seats, so they are drawn by a few paths, the plan handles all events,
 * and only visible seats have elements for the keyboard and for screen readers. From far away, the seats of a large hall
 * are dots, its sections have their names and prices, and a press zooms in.
 */
export function SeatPlan(props: Props) {
  const { t, chart, seats, sections, conditions } = props;
  const plan = usePlan(props);
  const { rows, pitch, planView, focus, visible, seatPixels, isFar, options } = plan;
  const viewBox = viewBoxOf(planView.view);
  return (
    <div className="grid gap-2">
      <div className="grid items-end gap-x-6 gap-y-2 @2xl:grid-cols-2">
        <SectionPrices t={t} seats={seats} sections={sections} onSection={props.onSection} />
        {/* Above the plan, because a bar or a finger may cover what is below. */}
        <div className="flex items-center justify-between gap-2">
          <div aria-hidden="true" className="min-w-0 text-sm">
            {isFar ? (
              <p>{t("seats.press-to-zoom")}</p>
            ) : seatPixels < fingerPixels ? (
              <p className="hidden pointer-coarse:block">{t("seats.tap-to-zoom")}</p>
            ) : null}
            <p ref={plan.near} className="font-semibold" />
          </div>
          <ZoomButtons t={t} planView={planView} onZoom={plan.zoom} />
        </div>
      </div>
      <div className="relative overflow-hidden rounded-field border border-line bg-sunken">
        <svg aria-hidden="true" viewBox={viewBox} className="absolute inset-0 size-full fill-none">
          <PlanBackground
            t={t}
            chart={chart}
            seats={seats}
            rows={rows}
            sections={sections}
            pitch={pitch}
            named={isFar ? null : plan.around}
          />
          {isFar && seatPixels === 0 ? null : (
            <SeatMarks
              seats={seats}
              bunches={plan.bunches}
              states={plan.states}
              pitch={pitch}
              view={visible}
              detail={isFar ? "dots" : "shapes"}
            />
          )}
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
          className={`relative block max-h-[70vh] w-full touch-pan-y select-none outline-none ${isFar ? "cursor-zoom-in" : ""}`}
        >
          <SeatOptions
            ref={focus.options}
            t={t}
            seats={seats}
            options={options}
            current={focus.current}
            conditions={conditions}
            nameAt={props.nameAt}
            pitch={pitch}
          />
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
        {(isFar && seatPixels > 0) || seatPixels >= readablePixels ? (
          <svg
            aria-hidden="true"
            viewBox={viewBox}
            className="pointer-events-none absolute inset-0 size-full select-none"
          >
            {isFar ? (
              <SectionLabels
                t={t}
                seats={seats}
                sections={sections}
                free={plan.freeOf}
                pixel={pitch / seatPixels}
              />
            ) : (
              <SeatLabels
                seats={seats}
                rows={rows}
                numbered={options}
                conditions={conditions}
                pitch={pitch}
                view={visiblePart(planView.view, plan.box)}
              />
            )}
          </svg>
        ) : null}
      </div>
      <PlanLegend t={t} seats={seats} hasOwn={conditions.includes("own")} />
    </div>
  );
}

/** The state of the plan, and the handlers of its pointer and keyboard events. */
function usePlan({ t, chart, seats, sections, nameAt, conditions, others, onPress }: Props) {
  const plane = useMemo<View>(
    () => ({ x: 0, y: 0, width: chart.width, height: chart.height }),
    [chart.width, chart.height],
  );
  const rows = rowsOf(seats);
  const pitch = pitchOf(seats, plane);
  const bunches = useMemo(() => bunchesOf(seats), [seats]);
  const states = useMemo(() => statesOf(conditions, others), [conditions, others]);
  const freeOf = useMemo(() => freeBySection(seats, conditions), [seats, conditions]);
  const namesWidth = useMemo(() => edgeNameWidth(rowsOf(seats).map(({ row }) => row)), [seats]);
  const svg = useRef<SVGSVGElement>(null);
  const near = useRef<HTMLParagraphElement>(null);
  const planView = usePlanView(svg, plane, pitch, namesWidth);
  const box = useBox(svg);
  const focus = useSeatFocus({ seats, onFocused });
  const gestures = usePlanGestures(planView, onHover);
  // A press, a key or a finger moves the plan at once. What it shows now is drawn as soon as the browser has time for it.
  const visible = visiblePart(useDeferredValue(planView.view), box);
  const seatPixels = pixelsOf(pitch, visible, box);
  const isFar = seats.length > mostOptions && seatPixels < shapePixels;
  const options = optionsOf(seats, visible, pitch, focus.current);
  const around = surroundings(visible);

  const nearPosition = useRef<number | null>(null);
  // The condition of the seat changes when it is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the conditions change
  useLayoutEffect(() => showName(nearPosition.current), [conditions]);

  /** Shows the name and the condition of a seat above the plan; from far away, of its section. */
  function showName(position: number | null) {
    nearPosition.current = position;
    if (near.current) near.current.textContent = position === null ? "" : nearText(position);
  }

  function nearText(position: number): string {
    const condition = conditions[position];
    if (!condition) return "";
    if (!isFar) return t("seats.state", { seat: nameAt(position), state: conditionText(t, condition) });
    const id = seats[position]?.showCategoryId ?? "";
    const section = sections.find(({ showCategoryId }) => showCategoryId === id)?.name ?? "";
    return t("seats.section-free", { section, count: freeOf.get(id) ?? 0 });
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
    if (seat) planView.showSeat(seat, isFar ? pressedPixels.mouse : 0);
    // After the plan was moved. The bar at the bottom of the window must not cover the seat.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
  }

  function onKeyDown(event: KeyboardEvent) {
    const isPress = event.key === "Enter" || event.key === " ";
    if (!isMove(event.key) && !isPress) return;
    event.preventDefault();
    const position = isMove(event.key) ? neighbour(seats, focus.current, event.key) : focus.current;
    if (isPress) onPress(position);
    else focus.focusSeat(position);
    // Even if the focus did not move: the wheel may have moved the plan or the page since.
    bringIntoView(position);
  }

  function zoom(factor: number) {
    planView.zoomAround(factor, focus.keyboardSeat());
  }

  function onClick(event: MouseEvent<SVGSVGElement>) {
    if (gestures.endsDrag()) return;
    const own = positionOf(event.target as Element);
    const position = own >= 0 ? own : seatUnder(event, pitch * 0.75);
    const pixels = pitch * planScale(event.currentTarget);
    const isTouch = gestures.isTouch();
    if (isTouch ? pixels < fingerPixels : isFar) {
      const at = planPoint(event.currentTarget, { x: event.clientX, y: event.clientY });
      if (at) planView.zoomAt(pressedPixels[isTouch ? "touch" : "mouse"] / pixels, at);
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
  return {
    ...{ svg, near, rows, pitch, bunches, states, freeOf, options, planView, box, visible, around },
    ...{ seatPixels, isFar, focus, zoom, handlers },
  };
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
