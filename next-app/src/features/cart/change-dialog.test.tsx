// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartItem } from "@/api/types";
import { aGroup, aLine, aVisit } from "@/parts/cart-lines/sample";
import ChangeDialog from "./change-dialog";

// No request is answered, so every choice of the visit stays as it is.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A line for one seat of row G. */
const seat = (number: string): CartItem => ({
  ...aLine(`line-${number}`, 45),
  maxQuantity: 1,
  performances: [
    aVisit({
      showCategoryId: "stalls",
      showCategoryName: "Stalls",
      seatId: `stalls-G-${number}`,
      seatDescription: `G ${number}`,
    }),
  ],
  seats: [{ seatCategoryName: "Stalls", row: "G", seat: number }],
});

function open(...items: CartItem[]) {
  const modify = vi.fn(async () => "changed" as const);
  const confirmRemoval = vi.fn(async () => true);
  const onClose = vi.fn();
  render(
    <ChangeDialog
      group={aGroup("Deep Time", ...items)}
      removed={false}
      question={null}
      confirmRemoval={confirmRemoval}
      modify={modify}
      onClose={onClose}
    />,
  );
  return { modify, confirmRemoval, onClose };
}

const nameOf = (number: string) => `Stalls, row\u00a0G, seat\u00a0${number}, Adult`;
const button = (name: string) => screen.getByRole("button", { name });
const remove = (number: string) => fireEvent.click(button(`Remove ${nameOf(number)}`));
const saysOnce = (text: string) =>
  expect(screen.getAllByRole("status").filter(({ textContent }) => textContent === text)).toHaveLength(1);

test("seats are listed by number with their tickets and prices, and have no stepper", () => {
  open(seat("13"), seat("12"));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Stalls, row\u00a0G, seat\u00a012Adult, $45.00Remove",
    "Stalls, row\u00a0G, seat\u00a013Adult, $45.00Remove",
  ]);
  expect(screen.queryByRole("spinbutton")).toBeNull();
  expect(button("Change seats")).toBeTruthy();
});

test("a removed seat is announced, focus moves to the next one, and the change is sent when it is saved", async () => {
  const { modify, confirmRemoval } = open(seat("12"), seat("13"), seat("14"));
  remove("13");
  saysOnce(`Removed: ${nameOf("13")}. Press “Update cart” to save this change.`);
  expect(document.activeElement).toBe(button(`Remove ${nameOf("14")}`));
  remove("14");
  expect(document.activeElement).toBe(button(`Remove ${nameOf("12")}`));
  fireEvent.click(button("Update cart"));
  await vi.waitFor(() => expect(modify).toHaveBeenCalled());
  expect(confirmRemoval).toHaveBeenCalledTimes(1);
  expect(modify).toHaveBeenCalledWith([
    { id: "line-13", quantity: 0 },
    { id: "line-14", quantity: 0 },
  ]);
});

test("while only the seats are changed, the button that keeps them names them", () => {
  open(seat("12"));
  fireEvent.click(button("Change seats"));
  expect(screen.queryByRole("button", { name: "Keep the current date and time" })).toBeNull();
  fireEvent.click(button("Keep the current seats"));
  expect(button("Change seats")).toBeTruthy();
});

test("a double click is one press", () => {
  open(seat("12"), seat("13"));
  fireEvent.click(button(`Remove ${nameOf("12")}`), { detail: 1 });
  fireEvent.click(button(`Undo: keep ${nameOf("12")}`), { detail: 2 });
  expect(button(`Undo: keep ${nameOf("12")}`)).toBeTruthy();
});

test("the last removed seat leaves the focus on the heading, and no seats are left to change", () => {
  open(seat("12"));
  remove("12");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Seats in your cart" }));
  expect(screen.queryByRole("button", { name: "Change seats" })).toBeNull();
});

test("a removed seat is kept again with the same button", async () => {
  const { modify, onClose } = open(seat("12"), seat("13"));
  remove("12");
  const undo = button(`Undo: keep ${nameOf("12")}`);
  undo.focus();
  fireEvent.click(undo);
  saysOnce(`${nameOf("12")} stays in your cart.`);
  expect(document.activeElement).toBe(button(`Remove ${nameOf("12")}`));
  fireEvent.click(button("Update cart"));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(modify).not.toHaveBeenCalled();
});
