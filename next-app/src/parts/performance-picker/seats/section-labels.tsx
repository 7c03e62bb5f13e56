import { memo } from "react";
import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { priceText } from "../../price/price-text";
import { standardPrice } from "../../price/standard-price";
import { boundsBySection, boundsOf, type Point } from "./plan-geometry";
import type { SeatCondition } from "./seat-text";

/** How many seats of each section are available. */
export function freeBySection(
  seats: readonly SeatState[],
  conditions: readonly SeatCondition[],
): ReadonlyMap<string, number> {
  const free = new Map<string, number>();
  seats.forEach(({ showCategoryId }, position) => {
    const count = free.get(showCategoryId) ?? 0;
    free.set(showCategoryId, conditions[position] === "free" ? count + 1 : count);
  });
  return free;
}

/** The size of a line and the width of a letter, in screen pixels. */
const linePixels = 15;
const letterPixels = 6;

type Props = {
  t: Translate<"product" | "seats">;
  seats: SeatState[];
  sections: ShowCategory[];
  free: ReadonlyMap<string, number>;
  /** The length of a screen pixel, in units of the chart. */
  pixel: number;
};

/** The corners of an outline such as `120,80 480,80 460,200`. */
function cornersOf(outline: string): Point[] {
  return outline.split(" ").map((corner) => {
    const [x = 0, y = 0] = corner.split(",").map(Number);
    return { x, y };
  });
}

/** The names of the sections on a plan whose seats are too small to be chosen, with prices and availability if there is room. */
export const SectionLabels = memo(function SectionLabels({ t, seats, sections, free, pixel }: Props) {
  const bounded = boundsBySection(seats);
  return sections.map(({ showCategoryId, name, prices, seatingChartCoordinates: outline }) => {
    const bounds = bounded.get(showCategoryId) ?? (outline ? boundsOf(cornersOf(outline)) : null);
    if (!bounds) return null;
    const price = standardPrice(prices);
    const left = free.get(showCategoryId);
    const lines = [
      name,
      ...(price ? [priceText(t, price.displayPrice)] : []),
      ...(left === undefined ? [] : [t("seats.count-free", { count: left })]),
    ];
    const widthOf = (all: string[]) =>
      (Math.max(...all.map((line) => line.length)) * letterPixels + 8) * pixel;
    const heightOf = (all: string[]) => (all.length * linePixels + 4) * pixel;
    const fits = (all: string[]) => widthOf(all) <= bounds.width && heightOf(all) <= bounds.height;
    // Block 101 is at least 101.
    const number = /\S*\d\S*$/.exec(name)?.[0] ?? name;
    const shown = [lines, [name], [number]].find(fits);
    if (!shown) return null;
    const [width, height] = [widthOf(shown), heightOf(shown)];
    const centre = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    return (
      <g key={showCategoryId} data-section-label={showCategoryId}>
        <rect
          x={centre.x - width / 2}
          y={centre.y - height / 2}
          width={width}
          height={height}
          rx={4 * pixel}
          className="fill-surface stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {shown.map((line, nth) => (
          <text
            key={line}
            x={centre.x}
            y={centre.y + (nth - (shown.length - 1) / 2) * linePixels * pixel}
            fontSize={12 * pixel}
            dominantBaseline="central"
            textAnchor="middle"
            className={nth === 0 ? "fill-ink font-bold" : "fill-ink"}
          >
            {line}
          </text>
        ))}
      </g>
    );
  });
});
