// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Shown, TicketsScreen } from "./tickets-screen";

beforeEach(() => {
  // No request is answered.
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const html = '<article class="ticket"><h3>Tour</h3></article>';

function show(changes: Partial<Shown>) {
  const shown: Shown = { html, use: "own", orderId: "o1", files: { hasCalendar: true }, ...changes };
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <TicketsScreen title="tickets.title" {...shown} />
    </SWRConfig>,
  );
  const ways = [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")];
  return ways.map(({ textContent }) => textContent);
}

test("tickets with a code can be printed and downloaded", () => {
  expect(show({})).toEqual([
    "Add to calendar",
    "Download (PDF)",
    "See the order",
    "Return to my profile",
    "Print",
  ]);
});

test.each([
  ["ended", "These tickets are no longer valid, so there's nothing to show at the entrance."],
  ["sent", /^You sent all of these tickets to someone else\./],
] as const)("tickets without a code say why and offer nothing that fails: %s", (use, text) => {
  expect(show({ use, files: null })).toEqual(["See the order", "Return to my profile"]);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Tour" })).toBeTruthy();
  expect(screen.queryByText(/screen brightness/)).toBeNull();
});
