"use client";

import { memo, type Ref, useEffect, useMemo, useState } from "react";
import type { SeatState } from "@/api/types";

/**
 * How many seats are drawn in one frame. A small hall is drawn at once. The plan of a large one appears immediately,
 * and the page stays responsive while it fills.
 */
const seatsPerFrame = 250;

/** Returns the seats in blocks, and how many blocks to draw: one more in each frame. */
export function useSeatBlocks(seats: SeatState[]): { blocks: SeatState[][]; drawn: number } {
  const blocks = useMemo(() => blocksOf(seats), [seats]);
  const [drawn, setDrawn] = useState(blocks.length > 1 ? 0 : 1);
  useEffect(() => {
    if (drawn >= blocks.length) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawn, blocks.length]);
  return { blocks, drawn };
}

function blocksOf(seats: SeatState[]): SeatState[][] {
  const count = Math.ceil(seats.length / seatsPerFrame);
  return Array.from({ length: count }, (_, nth) =>
    seats.slice(nth * seatsPerFrame, (nth + 1) * seatsPerFrame),
  );
}

/** The drawn seats, as children of one group in the order of `seats`. */
export function SeatMarks({ blocks, ref }: { blocks: SeatState[][]; ref: Ref<SVGGElement> }) {
  return (
    <g ref={ref}>
      {blocks.map((block) => (
        <Marks key={block[0]?.seatId} seats={block} />
      ))}
    </g>
  );
}

/** The marks are rendered once. The plan paints later changes, because rendering thousands of seats again is slow. */
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
