"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { SeatingChart, SeatState, ShowCategory } from "@/api/types";
import type { Say } from "@/text/texts";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { priceWords } from "../../price/price-words";
import { standardPrice } from "../../price/standard-price";
import {
  centre,
  isClosest,
  isMove,
  moved,
  neighbour,
  type Point,
  pitchOf,
  rowsOf,
  seatAt,
  showing,
  type View,
  zoomed,
} from "./plan-geometry";
import { conditionWord, type SeatCondition } from "./seat-words";

type Props = {
  t: Say<"product" | "seats">;
  chart: SeatingChart;
  seats: SeatState[];
  sections: ShowCategory[];
  /** `Stalls, row B, seat 7`, by position. */
  nameAt: (position: number) => string;
  conditions: SeatCondition[];
  onPress: (position: number) => void;
};

/** A finger wants at least so many pixels from seat to seat (WCAG 2.2, 2.5.8); less, and a tap comes closer first. */
const fingerPixels = 24;
/** Farther than this, a press was meant to move the plan. */
const dragPixels = 6;
const step = 1.6;
/** So many seats are drawn in one frame: a large hall appears at once, and fills while the page goes on listening. */
const seatsPerFrame = 250;

/**
 * The hall from above. It may have thousands of seats, so the seats are drawn once, some in each frame, and painted
 * where they change, all events are heard by the plan, and one seat at a time can be reached by Tab.
 */
export function SeatPlan({ t, chart, seats, sections, nameAt, conditions, onPress }: Props) {
  const plane = useMemo<View>(
    () => ({ x: 0, y: 0, width: chart.width, height: chart.height }),
    [chart.width, chart.height],
  );
  const pitch = useMemo(() => pitchOf(seats, plane), [seats, plane]);
  const blocks = useMemo(() => blocksOf(seats), [seats]);
  const [drawnBlocks, setDrawnBlocks] = useState(1);
  const [view, setView] = useState(plane);
  const plan = useRef<SVGSVGElement>(null);
  const marks = useRef<SVGGElement>(null);
  const ring = useRef<SVGCircleElement>(null);
  const near = useRef<HTMLParagraphElement>(null);
  const painted = useRef<SeatCondition[]>([]);
  const current = useRef(0);
  const fingers = useRef(new Map<number, Point>());
  const hand = useRef({ dragged: false, touched: false });
  const viewBox = `${view.x} ${view.y} ${view.width} ${view.height}`;
  const isZoomed = view.width < plane.width;

  useEffect(() => {
    if (drawnBlocks >= blocks.length) return;
    const frame = requestAnimationFrame(() => setDrawnBlocks(drawnBlocks + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawnBlocks, blocks.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has just been drawn is painted
  useLayoutEffect(() => {
    const drawn = marks.current?.children;
    if (!drawn) return;
    conditions.forEach((condition, position) => {
      const mark = drawn[position];
      if (!mark || painted.current[position] === condition) return;
      painted.current[position] = condition;
      paint(
        mark,
        condition,
        t("seats.state", { seat: nameAt(position), state: conditionWord(t, condition) }),
        pitch,
      );
    });
  }, [conditions, nameAt, pitch, t, drawnBlocks]);

  useEffect(() => {
    marks.current?.children[current.current]?.setAttribute("tabindex", "0");
  }, []);

  // The wheel moves the page until somebody is at work in the plan. React's own listener could not keep the page still.
  useEffect(() => {
    const svg = plan.current;
    if (!svg) return;
    const onWheel = (event: WheelEvent) => {
      const isMeant = event.ctrlKey || event.metaKey || svg.contains(document.activeElement);
      const at = pointOf(svg, event);
      if (!isMeant || !at) return;
      event.preventDefault();
      setView((now) => zoomed(now, plane, pitch, Math.exp(-event.deltaY / 300), at));
    };
    svg.addEventListener("wheel", onWheel, { passive: false });
    return () => svg.removeEventListener("wheel", onWheel);
  }, [plane, pitch]);

  // A finger moves the page until it sees a part of the plan; then it moves that. Another `touch-action` would say the same, but
  // each seat would have it from the plan, and the whole hall be styled anew.
  useEffect(() => {
    const svg = plan.current;
    if (!svg || !isZoomed) return;
    const onTouchMove = (event: TouchEvent) => event.preventDefault();
    svg.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => svg.removeEventListener("touchmove", onTouchMove);
  }, [isZoomed]);

  function moveTo(position: number) {
    const drawn = marks.current?.children;
    drawn?.[current.current]?.setAttribute("tabindex", "-1");
    current.current = position;
    const mark = drawn?.[position] as SVGElement | undefined;
    mark?.setAttribute("tabindex", "0");
    mark?.focus({ preventScroll: true });
    const seat = seats[position];
    if (seat) setView((now) => showing(now, plane, seat, pitch));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isMove(event.key)) {
      event.preventDefault();
      moveTo(neighbour(seats, current.current, event.key));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPress(current.current);
    }
  }

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size === 1) {
      hand.current = { dragged: false, touched: event.pointerType === "touch" };
    }
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const svg = event.currentTarget;
    const before = fingers.current.get(event.pointerId);
    const scale = svg.getScreenCTM()?.a ?? 1;
    if (!before) {
      tellNear(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      hand.current.dragged = true;
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      const at = pointOf(svg, { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
      if (at) setView((was) => zoomed(was, plane, pitch, factor, at));
    } else {
      if (!hand.current.dragged && distance(now, before) < dragPixels) return;
      if (!hand.current.dragged) svg.setPointerCapture(event.pointerId);
      hand.current.dragged = true;
      setView((was) => moved(was, plane, { x: (before.x - now.x) / scale, y: (before.y - now.y) / scale }));
    }
    fingers.current.set(event.pointerId, now);
  }

  function onPointerEnd(event: PointerEvent<SVGSVGElement>) {
    fingers.current.delete(event.pointerId);
  }

  function onClick(event: MouseEvent<SVGSVGElement>) {
    if (hand.current.dragged) {
      hand.current.dragged = false;
      return;
    }
    const svg = event.currentTarget;
    const own = [...(marks.current?.children ?? [])].indexOf(event.target as Element);
    const at = pointOf(svg, event);
    const position = own >= 0 ? own : at ? seatAt(seats, at, pitch * 0.75) : null;
    if (position === null) return;
    const seen = pitch * (svg.getScreenCTM()?.a ?? 1);
    const seat = seats[position];
    if (hand.current.touched && seen < fingerPixels && seat) {
      setView((now) => zoomed(now, plane, pitch, (fingerPixels * 2) / seen, seat));
      return;
    }
    moveTo(position);
    onPress(position);
  }

  function tellNear(event: PointerEvent<SVGSVGElement>) {
    const at = pointOf(event.currentTarget, event);
    const position = at ? seatAt(seats, at, pitch / 2) : null;
    say(position);
  }

  function say(position: number | null) {
    const condition = position === null ? undefined : conditions[position];
    if (!near.current) return;
    near.current.textContent =
      position === null || !condition
        ? ""
        : t("seats.state", { seat: nameAt(position), state: conditionWord(t, condition) });
  }

  function onFocus() {
    const mark = document.activeElement;
    const position = [...(marks.current?.children ?? [])].indexOf(mark as Element);
    const seat = seats[position];
    if (!seat || !ring.current) return;
    current.current = position;
    say(position);
    ring.current.setAttribute("cx", String(seat.x));
    ring.current.setAttribute("cy", String(seat.y));
    ring.current.style.visibility = mark?.matches(":focus-visible") ? "visible" : "hidden";
  }

  function onBlur() {
    if (ring.current) ring.current.style.visibility = "hidden";
  }

  const zoomBy = (factor: number) => setView((now) => zoomed(now, plane, pitch, factor, centre(now)));

  return (
    <div className="grid gap-2">
      <Areas t={t} seats={seats} sections={sections} />
      <div className="relative overflow-hidden rounded-field border border-line bg-sunken">
        <svg aria-hidden="true" viewBox={viewBox} className="absolute inset-0 size-full">
          <House t={t} chart={chart} seats={seats} sections={sections} pitch={pitch} />
          <circle
            ref={ring}
            r={pitch * 0.48}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-focus stroke-3"
            style={{ visibility: "hidden" }}
          />
        </svg>
        <svg
          ref={plan}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its seats are the options.
          role="listbox"
          aria-multiselectable="true"
          aria-label={t("seats.plan-label")}
          viewBox={viewBox}
          style={{
            aspectRatio: `${chart.width} / ${chart.height}`,
          }}
          className="relative block max-h-[70vh] w-full touch-pan-y select-none outline-none"
          onClick={onClick}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
          onPointerLeave={(event) => {
            onPointerEnd(event);
            say(null);
          }}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          <g ref={marks}>
            {blocks.slice(0, drawnBlocks).map((block) => (
              <Marks key={block[0]?.seatId} seats={block} />
            ))}
          </g>
        </svg>
      </div>
      <div className="flex items-center justify-between gap-2">
        <p ref={near} aria-hidden="true" className="min-w-0 text-sm font-semibold" />
        <div className="flex flex-none rounded-button border border-line">
          <IconButton label={t("seats.zoom-out")} aria-disabled={!isZoomed} onClick={() => zoomBy(1 / step)}>
            <Icon name="minus" size={20} />
          </IconButton>
          <IconButton
            label={t("seats.zoom-in")}
            aria-disabled={isClosest(view, plane, pitch)}
            onClick={() => zoomBy(step)}
          >
            <Icon name="plus" size={20} />
          </IconButton>
          <IconButton label={t("seats.zoom-whole")} aria-disabled={!isZoomed} onClick={() => setView(plane)}>
            <Icon name="whole" size={20} />
          </IconButton>
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {(["free", "yours", "taken"] as const).map((condition) => (
          <li key={condition} className="legend flex items-center gap-1.5">
            <svg aria-hidden="true" width="18" height="18" viewBox="-10 -10 20 20">
              <path d={shapeOf(condition, 20)} className={lookOf(condition)} />
            </svg>
            {conditionWord(t, condition)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sections by their rows, with what a seat in them costs. On the plan itself their names would lie over seats. */
function Areas({ t, seats, sections }: Pick<Props, "t" | "seats" | "sections">) {
  const rows = rowsOf(seats);
  return (
    <ul aria-label={t("seats.areas")} className="figures text-sm">
      {sections.map(({ showCategoryId, name, prices }) => {
        const own = rows.filter((row) => row.showCategoryId === showCategoryId);
        const price = standardPrice(prices);
        return (
          <li key={showCategoryId} className="flex justify-between gap-4">
            <span>
              {t("seats.area-rows", { section: name, first: own[0]?.row ?? "", last: own.at(-1)?.row ?? "" })}
            </span>
            {price ? <span className="font-semibold">{priceWords(t, price.displayPrice)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

function blocksOf(seats: SeatState[]): SeatState[][] {
  const count = Math.ceil(seats.length / seatsPerFrame);
  return Array.from({ length: count }, (_, nth) =>
    seats.slice(nth * seatsPerFrame, (nth + 1) * seatsPerFrame),
  );
}

/** What lies under the seats: the stage, the outlines of the sections, the marks of the rows. */
const House = memo(function House({
  t,
  chart,
  seats,
  sections,
  pitch,
}: Pick<Props, "t" | "chart" | "seats" | "sections"> & { pitch: number }) {
  const front = Math.min(...seats.map((seat) => seat.y));
  return (
    <>
      {sections.map((section) =>
        section.seatingChartCoordinates ? (
          <polygon
            key={section.showCategoryId}
            points={section.seatingChartCoordinates}
            vectorEffect="non-scaling-stroke"
            className="fill-surface stroke-line"
          />
        ) : null,
      )}
      {front > pitch ? (
        <>
          <rect
            x={chart.width * 0.3}
            y={front * 0.12}
            width={chart.width * 0.4}
            height={front * 0.36}
            rx={pitch * 0.15}
            className="fill-brand"
          />
          <text
            x={chart.width / 2}
            y={front * 0.3}
            fontSize={Math.min(front * 0.24, pitch * 0.7)}
            dominantBaseline="central"
            textAnchor="middle"
            className="fill-on-brand font-semibold"
          >
            {t("seats.stage")}
          </text>
        </>
      ) : null}
      {rowsOf(seats).map((row) => {
        const first = seats[row.seats[0] ?? -1];
        return first ? (
          <text
            key={row.key}
            x={first.x - pitch * 0.85}
            y={first.y}
            fontSize={pitch * 0.42}
            dominantBaseline="central"
            textAnchor="middle"
            className="fill-ink-2 font-semibold"
          >
            {row.row}
          </text>
        ) : null;
      })}
    </>
  );
});

/** Drawn once; what changes is painted by the plan. */
const Marks = memo(function Marks({ seats }: { seats: SeatState[] }) {
  return seats.map((seat) => (
    <path
      key={seat.seatId}
      role="option"
      tabIndex={-1}
      data-seat={seat.seatId}
      transform={`translate(${seat.x} ${seat.y})`}
      vectorEffect="non-scaling-stroke"
    />
  ));
});

function paint(mark: Element, condition: SeatCondition, name: string, pitch: number) {
  mark.setAttribute("d", shapeOf(condition, pitch));
  mark.setAttribute("class", `${lookOf(condition)} outline-none`);
  mark.setAttribute("aria-label", name);
  mark.setAttribute("aria-selected", String(condition === "yours"));
  if (condition === "taken") mark.setAttribute("aria-disabled", "true");
  else mark.removeAttribute("aria-disabled");
}

/** A ring, a cross, a disc with a tick: told apart without colour. */
function shapeOf(condition: SeatCondition, pitch: number): string {
  const r = pitch * 0.42;
  const disc = (by: number) => `M${-by} 0a${by} ${by} 0 1 0 ${2 * by} 0a${by} ${by} 0 1 0 ${-2 * by} 0z`;
  switch (condition) {
    case "free":
      return disc(r);
    case "taken": {
      const a = r * 0.55;
      return `M${-a} ${-a}L${a} ${a}M${-a} ${a}L${a} ${-a}`;
    }
    case "yours": {
      const tick = `M${-r * 0.5} ${r * 0.02}L${-r * 0.14} ${r * 0.4}L${r * 0.54} ${-r * 0.36}`;
      return `${disc(r * 1.12)}${tick}`;
    }
  }
}

function lookOf(condition: SeatCondition): string {
  switch (condition) {
    case "free":
      return "cursor-pointer fill-brand-soft stroke-brand stroke-[1.5px]";
    case "taken":
      return "cursor-not-allowed fill-none stroke-control stroke-[1.5px]";
    case "yours":
      return "cursor-pointer fill-brand stroke-on-brand stroke-[1.5px]";
  }
}

/** A point of the screen in the plane. */
function pointOf(svg: SVGSVGElement, at: { clientX: number; clientY: number }): Point | null {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  return { x: (at.clientX - matrix.e) / matrix.a, y: (at.clientY - matrix.f) / matrix.d };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
