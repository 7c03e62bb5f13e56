// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "@/api/types";
import { GenerationMessage } from "./generation-message";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sending = {
  confirmationPending: true,
  confirmationGenerationMessage: "We're sending your confirmation to ada@example.org.",
  lastConfirmEmailAddress: "ada@example.org",
} as Order;
const sent = { ...sending, confirmationPending: false, confirmationGenerationMessage: undefined };

test("when the confirmation has been sent, the result replaces the message in its place", () => {
  const reload = vi.fn();
  const { rerender } = render(<GenerationMessage order={sending} reload={reload} />);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Note: We're sending your confirmation to ada@example.org.");
  act(() => vi.advanceTimersByTime(2000));
  expect(reload).toHaveBeenCalledOnce();
  rerender(<GenerationMessage order={sent} reload={reload} />);
  expect(status.isConnected).toBe(true);
  expect(status.textContent).toBe("Done: We sent your confirmation to ada@example.org.");
});

test("an order whose confirmation was sent before the page opened has no message", () => {
  const { container } = render(<GenerationMessage order={sent} reload={() => {}} />);
  expect(container.textContent).toBe("");
});
