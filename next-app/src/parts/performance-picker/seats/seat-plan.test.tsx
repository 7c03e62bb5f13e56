// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SeatState, ShowCategory } from "@/api/types";
import { placeTexts } from "@/text/areas/place";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { createTranslate } from "@/text/texts";
import { SeatPlan } from "./seat-plan";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const hall = (count: number): SeatState[] =>
  Array.from({ length: count }, (_, nth) => ({
    seatId: `stalls-${nth}`,
    name: `${nth}`,
    showCategoryId: "stalls",
    row: String(Math.floor(nth / 50)),
    seat: String(nth % 50),
    x: 10 * (nth % 50),
    y: 10 * Math.floor(nth / 50),
    kind: "standard" as const,
    isAvailable: true,
  }));

function plan(seats: SeatState[], sections: ShowCategory[] = [], chosen = -1, others?: boolean[]) {
  const t = createTranslate({}, placeTexts, productTexts, seatsTexts);
  return (
    <SeatPlan
      t={t}
      chart={{ width: 500, height: 500 }}
      seats={seats}
      sections={sections}
      nameAt={(position) => `seat ${position}`}
      conditions={seats.map((_, position) => (position === chosen ? "yours" : "free"))}
      others={others ?? seats.map(() => false)}
      onPress={() => {}}
    />
  );
}

const show = (seats: SeatState[], sections?: ShowCategory[]) => render(plan(seats, sections));

const options = () => [...document.querySelectorAll("[role=option]")];
const names = () => options().map((seat) => seat.getAttribute("aria-label"));
/** The drawing of the seats in a state: a condition, with `other-` before it if the shopper looks for other seats. */
const marks = (state: string) =>
  [...document.querySelectorAll(`[data-marks=${state}]`)]
    .map((path) => path.getAttribute("d") ?? "")
    .join("");
const count = (path: string) => path.split("M").length - 1;

/** Gives the plan a box of a size in screen pixels. */
function boxOf(width: number, height: number) {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
}

test("each seat of a small hall has its name and its shape, and one seat can be reached by Tab", () => {
  show(hall(120));
  expect(names()).toEqual(Array.from({ length: 120 }, (_, position) => `seat ${position}, available`));
  expect(options().filter((seat) => seat.getAttribute("tabindex") === "0")).toEqual([options()[0]]);
  expect(count(marks("free"))).toBe(120);
});

test("from far away, a large hall has dots for all seats, and names for the seats of one row", () => {
  boxOf(400, 400);
  const stalls = { showCategoryId: "stalls", name: "Stalls", isNumbered: true, prices: [] } as unknown;
  const terrace = {
    ...{ showCategoryId: "terrace", name: "Terrace", isNumbered: false },
    ...{ capacityLevelId: 1, hasRoom: true, prices: [{ displayPrice: 16 }] },
    seatingChartCoordinates: "0,400 500,400 500,500 0,500",
  } as unknown;
  show(hall(2500), [stalls, terrace] as ShowCategory[]);
  expect(marks("free")).toContain("M490 490h0");
  expect(names()).toEqual(Array.from({ length: 50 }, (_, position) => `seat ${position}, available`));
  expect(options()[1]?.getAttribute("aria-setsize")).toBe("2500");
  expect(options()[1]?.getAttribute("aria-posinset")).toBe("2");
  const labels = [...document.querySelectorAll("[data-section-label]")].map((label) => label.textContent);
  expect(labels).toEqual(["Stalls2500 available", "Terrace$16.00"]);
});

test("a key takes the focus to a seat of another row, and shows it large enough", () => {
  boxOf(400, 400);
  show(hall(2500));
  act(() => seatAt(0, true).focus());
  const first = visible();
  expect(first.right - first.left).toBeLessThan(200);
  fireEvent.keyDown(screen.getByRole("listbox"), { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("seat 50, available");
});

test("the focused seat keeps its element when it leaves the visible part", () => {
  boxOf(400, 400);
  show(hall(2500));
  act(() => seatAt(0, true).focus());
  zoomIn(4);
  expect(options().length).toBeLessThan(600);
  act(() => void document.querySelector<SVGElement>("[data-position='0']")?.focus());
  fireEvent.wheel(screen.getByRole("listbox"), { deltaY: -600, clientX: 390, clientY: 390 });
  expect(document.activeElement?.getAttribute("data-position")).toBe("0");
});

test("the sections are listed with their rows and prices", () => {
  const price = { extProductVariantId: "adult", displayName: "Adult", displayPrice: 39.5 };
  const stalls = {
    showCategoryId: "stalls",
    name: "Stalls",
    isNumbered: true,
    prices: [price],
  } as ShowCategory;
  // The catalogue lists the best row first.
  const rows = [2, 0, 10, 1].flatMap((row) =>
    hall(50).map((seat) => ({ ...seat, seatId: `${row} ${seat.seat}`, row: String(row) })),
  );
  show(rows, [stalls]);
  expect(screen.getByRole("list", { name: "Sections" }).textContent).toBe("Stalls, rows 0 to 10$39.50");
});

test("many sections are listed by their prices", () => {
  const section = (nth: number) => ({
    showCategoryId: `block-${nth}`,
    name: `Block ${nth}`,
    isNumbered: true,
    prices: [{ extProductVariantId: "adult", displayName: "Adult", displayPrice: nth < 7 ? 40 : 25 }],
  });
  show(hall(10), [1, 2, 3, 4, 5, 6, 7, 8].map(section) as ShowCategory[]);
  const entries = screen.getAllByRole("listitem").map((entry) => entry.textContent);
  expect(entries).toContain("Block 1, Block 2, Block 3, Block 4, Block 5, Block 6$40.00");
  expect(entries).toContain("Block 7, Block 8$25.00");
});

test("the name of the focused seat below the plan says what the seat has become when it is chosen", () => {
  const seats = hall(120);
  const { rerender } = show(seats);
  const seat = options()[0] as SVGElement | undefined;
  if (!seat) throw new Error("no seat");
  act(() => seat.focus());
  expect(screen.getByText("seat 0, available")).toBeDefined();
  rerender(plan(seats, [], 0));
  expect(screen.getByText("seat 0, chosen")).toBeDefined();
});

/** Zooms the plan in by its button. */
function zoomIn(times: number) {
  for (let nth = 0; nth < times; nth++) fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
}

/** The visible part of the plan. */
function visible() {
  const [x = 0, y = 0, width = 0, height = 0] = (screen.getByRole("listbox").getAttribute("viewBox") ?? "")
    .split(" ")
    .map(Number);
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** A drawn seat whose focus is visible, as after a key, or not, as after a press of a pointer. */
function seatAt(position: number, isFocusVisible: boolean) {
  const seat = document.querySelector<SVGElement>(`[data-position="${position}"]`);
  if (!seat) throw new Error("no seat");
  vi.spyOn(seat, "matches").mockImplementation((selector) => isFocusVisible && selector === ":focus-visible");
  return seat;
}

test("a zoomed plan shows the seat that gets the focus by keyboard", () => {
  show(hall(120));
  zoomIn(2);
  expect(visible().top).toBeGreaterThan(0);
  act(() => seatAt(0, true).focus());
  expect(visible()).toMatchObject({ left: 0, top: 0 });
});

test("a zoomed plan does not move when a seat at its edge is pressed by pointer", () => {
  show(hall(1300));
  zoomIn(3);
  const before = visible();
  // In the last row, at 190 from the left.
  const seat = seatAt(1269, false);
  expect(before.left).toBeLessThan(190);
  expect(before.left).toBeGreaterThan(180);
  act(() => seat.focus());
  fireEvent.click(seat);
  expect(visible()).toEqual(before);
});

test("the buttons zoom around the seat that was reached by keyboard", () => {
  show(hall(120));
  act(() => seatAt(49, true).focus());
  act(() => screen.getByRole("button", { name: "Zoom in" }).focus());
  zoomIn(2);
  expect(visible().top).toBe(0);
  expect(visible().left).toBeLessThan(490);
  expect(visible().right).toBeGreaterThan(490);
});

/** Shows a plan zoomed in, in a box of a size in screen pixels. Returns the places of the row names at its edge. */
function rowNames(width: number, height: number) {
  boxOf(width, height);
  show(hall(2500));
  zoomIn(3);
  return [...document.querySelectorAll("[data-row-name] rect")].map((name) => Number(name.getAttribute("x")));
}

test("the names of rows are at the left edge of a plan that is wider than the hall", () => {
  const names = rowNames(1000, 500);
  const { left, right } = visible();
  const edge = left - (right - left) / 2;
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(name).toBeCloseTo(edge);
});

test("a plan that is so wide that it shows the beginning of its rows has no names at its edge", () => {
  expect(rowNames(3000, 500)).toEqual([]);
});

test("seats that the shopper does not look for are faint, and can still be chosen", () => {
  const { rerender } = show(hall(3));
  expect(count(marks("free"))).toBe(3);
  rerender(plan(hall(3), [], -1, [false, true, true]));
  expect(count(marks("free"))).toBe(1);
  expect(count(marks("other-free"))).toBe(2);
  expect(document.querySelector("[data-marks=other-free]")?.classList.contains("opacity-25")).toBe(true);
  expect(names()[1]).toBe("seat 1, available");
});

test("boxes and seats with a restricted view have their own shapes, which the legend explains", () => {
  const [plain, box, behind] = hall(3);
  if (!plain || !box || !behind) throw new Error("the hall has three seats");
  show([plain, { ...box, places: 4 }, { ...behind, features: ["restrictedView"] }]);
  const shapes = new Set(
    marks("free")
      .split("M")
      .map((mark) => mark.replace(/^\d+ \d+/, "")),
  );
  expect(shapes.size).toBe(4);
  expect(screen.getByText("sold together")).toBeDefined();
  expect(screen.getByText("restricted view")).toBeDefined();
});
