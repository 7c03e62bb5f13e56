// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SeatState } from "@/api/types";
import { positionsIn, rowsOf } from "./plan-geometry";
import { SeatLabels } from "./seat-labels";
import type { SeatCondition } from "./seat-text";

afterEach(cleanup);

const seats: SeatState[] = Array.from({ length: 20 }, (_, nth) => ({
  seatId: `stalls-${nth}`,
  name: `${nth + 1}`,
  showCategoryId: "stalls",
  row: "G",
  seat: `${nth + 1}`,
  x: 10 + 10 * nth,
  y: 10,
  kind: nth === 3 ? "wheelchair" : "standard",
  isAvailable: true,
}));
const conditions: SeatCondition[] = seats.map((_, nth) =>
  nth === 1 ? "taken" : nth === 2 ? "yours" : "free",
);

/** The texts over the plan while 50 units from `x` on are visible. */
function labels(x: number) {
  const view = { x, y: 0, width: 50, height: 20 };
  const { container } = render(
    <svg>
      <title>plan</title>
      <SeatLabels
        seats={seats}
        rows={rowsOf(seats)}
        numbered={positionsIn(seats, view, 0)}
        conditions={conditions}
        pitch={10}
        view={view}
      />
    </svg>,
  );
  const texts = [...container.querySelectorAll("text")];
  const isRow = (text: Element) => text.closest("[data-row-name]") !== null;
  return {
    rows: texts.filter(isRow).map(({ textContent }) => textContent),
    numbers: texts.filter((text) => !isRow(text)).map(({ textContent }) => textContent),
  };
}

test("the given free seats have their numbers, and the row's name is at its own place", () => {
  expect(labels(0)).toEqual({ rows: [], numbers: ["1", "5"] });
});

test("the name of a row whose beginning has left the view is at the edge", () => {
  const { rows, numbers } = labels(100);
  expect(rows).toEqual(["G"]);
  expect(numbers).toEqual(["10", "11", "12", "13", "14", "15"]);
});
