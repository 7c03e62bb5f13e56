// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "@/api/types";
import { ConfirmationState } from "./confirmation-state";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sending = {
  emailAddress: "ada@example.org",
  lastConfirmEmailAddress: "bob@example.org",
  confirmationPending: true,
  confirmationGenerationMessage: "We're sending your confirmation to bob@example.org.",
} as Order;
const sent = { ...sending, confirmationPending: false, confirmationGenerationMessage: undefined };

test("when the confirmation has been sent, its address replaces the message in the same place", () => {
  const reload = vi.fn();
  const { rerender } = render(<ConfirmationState order={sending} reload={reload} />);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("We're sending your confirmation to bob@example.org.");
  act(() => vi.advanceTimersByTime(2000));
  expect(reload).toHaveBeenCalledOnce();
  rerender(<ConfirmationState order={sent} reload={reload} />);
  expect(status.isConnected).toBe(true);
  expect(status.textContent).toBe("Confirmation sent tobob@example.org");
  act(() => vi.advanceTimersByTime(10_000));
  expect(reload).toHaveBeenCalledOnce();
});

test("a confirmation that could not be sent is reported as a warning and not asked for again", () => {
  const reload = vi.fn();
  const message = "We couldn't send your confirmation to bob@example.org.";
  const failed = { ...sending, confirmationPending: false, confirmationGenerationMessage: message };
  render(<ConfirmationState order={failed} reload={reload} />);
  expect(screen.getByRole("status").textContent).toBe(`Warning: ${message}`);
  act(() => vi.advanceTimersByTime(10_000));
  expect(reload).not.toHaveBeenCalled();
});
