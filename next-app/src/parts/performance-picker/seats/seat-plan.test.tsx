// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeatState, ShowCategory } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { createTranslate } from "@/text/texts";
import { SeatPlan } from "./seat-plan";

/** The callbacks that wait for the next frame. */
let waiting: FrameRequestCallback[] = [];
const nextFrame = () => act(() => waiting.splice(0).forEach((draw) => void draw(0)));

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => waiting.push(draw));
  vi.stubGlobal("cancelAnimationFrame", () => {});
});
afterEach(() => {
  cleanup();
  waiting = [];
  vi.unstubAllGlobals();
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

function plan(seats: SeatState[], sections: ShowCategory[] = [], chosen = -1) {
  const t = createTranslate({}, productTexts, seatsTexts);
  return (
    <SeatPlan
      t={t}
      chart={{ width: 500, height: 500 }}
      seats={seats}
      sections={sections}
      nameAt={(position) => `seat ${position}`}
      conditions={seats.map((_, position) => (position === chosen ? "yours" : "free"))}
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
  for (let frames = 0; waiting.length > 0 && frames < 10; frames++) nextFrame();
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
