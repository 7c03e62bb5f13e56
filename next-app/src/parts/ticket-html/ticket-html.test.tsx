// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TicketHtml } from "./ticket-html";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a group of tickets is a Tab stop only while it scrolls", () => {
  let resize = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<TicketHtml html='<div role="group" aria-label="Saturday"></div>' className="tickets" />);
  const group = screen.getByRole("group");
  const size = { scrollWidth: 700, clientWidth: 350 };
  Object.defineProperties(group, {
    scrollWidth: { get: () => size.scrollWidth },
    clientWidth: { get: () => size.clientWidth },
  });
  resize();
  expect(group.tabIndex).toBe(0);
  size.clientWidth = 700;
  resize();
  expect(group.hasAttribute("tabindex")).toBe(false);
});
