// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeatState, ShowCategory } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { createTranslate } from "@/text/texts";
import { SeatPlan } from "./seat-plan";

/** The callbacks that wait for the next frame. */
let waiting: FrameRequestCallback[] = [];
const nextFrame = () => act(() => waiting.splice(0).forEach((draw) => void draw(0)));
/** Draws what is left of a large hall. */
function drawAll() {
  for (let frames = 0; waiting.length > 0 && frames < 10; frames++) nextFrame();
}

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => waiting.push(draw));
  vi.stubGlobal("cancelAnimationFrame", () => {});
});
afterEach(() => {
  cleanup();
  waiting = [];
  vi.unstubAllGlobals();
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
  const t = createTranslate({}, productTexts, seatsTexts);
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

const drawn = () => [...document.querySelectorAll("[role=option]")];
const names = () => drawn().map((seat) => seat.getAttribute("aria-label"));

test("a large hall is drawn frame by frame in order, and every seat has its name and shape", () => {
  show(hall(600));
  expect(names()).toEqual([]);
  nextFrame();
  expect(names().length).toBeGreaterThan(0);
  expect(names().length).toBeLessThan(600);
  drawAll();
  expect(names()).toEqual(Array.from({ length: 600 }, (_, position) => `seat ${position}, available`));
  expect(drawn().every((seat) => seat.getAttribute("d"))).toBe(true);
  expect(drawn().filter((seat) => seat.getAttribute("tabindex") === "0")).toEqual([drawn()[0]]);
});

test("a small hall is drawn in one frame", () => {
  show(hall(120));
  expect(names()).toHaveLength(120);
  expect(waiting).toEqual([]);
});

test("the sections are listed with their rows and prices", () => {
  const price = { extProductVariantId: "adult", displayName: "Adult", displayPrice: 39.5 };
  const stalls = { showCategoryId: "stalls", name: "Stalls", prices: [price] } as ShowCategory;
  show(hall(150), [stalls]);
  expect(screen.getByRole("list", { name: "Sections" }).textContent).toBe("Stalls, rows 0 to 2$39.50");
});

test("the name of the focused seat below the plan says what the seat has become when it is chosen", () => {
  const seats = hall(120);
  const { rerender } = show(seats);
  const seat = drawn()[0] as SVGElement | undefined;
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
  const seat = drawn()[position] as SVGElement | undefined;
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
  drawAll();
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
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
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
  drawAll();
  const faint = () => drawn().map((seat) => seat.classList.contains("opacity-25"));
  expect(faint()).toEqual([false, false, false]);
  rerender(plan(hall(3), [], -1, [false, true, true]));
  expect(faint()).toEqual([false, true, true]);
  expect(names()[1]).toBe("seat 1, available");
});

test("boxes and seats with a restricted view have their own shapes, which the legend explains", () => {
  const [plain, box, behind] = hall(3);
  if (!plain || !box || !behind) throw new Error("the hall has three seats");
  show([plain, { ...box, places: 4 }, { ...behind, features: ["restrictedView"] }]);
  drawAll();
  const shapes = new Set(drawn().map((seat) => seat.getAttribute("d")));
  expect(shapes.size).toBe(3);
  expect(screen.getByText("sold as a whole")).toBeDefined();
  expect(screen.getByText("restricted view")).toBeDefined();
});
