// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StickyColumn } from "./sticky-column";

const scrolled = vi.fn();
let tops: { column: number; button: number };

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("getComputedStyle", () => ({ scrollPaddingTop: "64px" }));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return { top: this instanceof HTMLButtonElement ? tops.button : tops.column } as DOMRect;
  });
  vi.spyOn(Element.prototype, "matches").mockReturnValue(true);
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(() => {
  cleanup();
  scrolled.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ["above the window", { column: -300, button: -20 }, true],
  ["at the upper edge of the window, where its ring is cut", { column: -300, button: 1 }, true],
  ["further down in the window", { column: -300, button: 64 }, false],
  ["in a column whose beginning is visible", { column: 24, button: 24 }, false],
])("a focused element %s: the column moves with the page: %j, %s", (_, at, moves) => {
  tops = at;
  const { container } = render(
    <StickyColumn>
      <button type="button">Seat</button>
    </StickyColumn>,
  );
  container.querySelector("button")?.focus();
  expect(scrolled).toHaveBeenCalledTimes(moves ? 1 : 0);
});
