// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAtDialogEntry, leaveDialogEntry, useDialogEntry } from "./dialog-entry";

/** Opens a dialog over an otherwise empty page. */
function opened(mayClose: boolean) {
  const onBack = vi.fn();
  const { rerender } = renderHook(({ closes }) => useDialogEntry(closes, onBack), {
    initialProps: { closes: mayClose },
    wrapper: StrictMode,
  });
  return { onBack, rerender };
}

/** Runs `move`, which moves in the history, and waits until the browser has moved. */
async function moved(move: () => void): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  move();
  await arrived;
}

beforeEach(() => {
  history.pushState({ choices: ["a1"] }, "", "/checkout");
});

afterEach(cleanup);

test("Back closes the dialog once and stays on the page below it", async () => {
  const length = history.length;
  const { onBack } = opened(true);
  expect(isAtDialogEntry()).toBe(true);
  expect(history.length).toBe(length + 1);
  expect(history.state).toMatchObject({ choices: ["a1"] });
  await moved(() => history.back());
  expect(onBack).toHaveBeenCalledOnce();
  expect(history.state).toEqual({ choices: ["a1"] });
  expect(location.pathname).toBe("/checkout");
});

test("Back has no effect while the dialog must not be closed", async () => {
  const { onBack, rerender } = opened(false);
  await moved(() => history.back());
  expect(onBack).not.toHaveBeenCalled();
  expect(isAtDialogEntry()).toBe(true);
  rerender({ closes: true });
  await moved(() => history.back());
  expect(onBack).toHaveBeenCalledOnce();
});

test("closing a dialog with its button leaves no history entry", async () => {
  opened(true);
  cleanup();
  await moved(leaveDialogEntry);
  expect(history.state).toEqual({ choices: ["a1"] });
  leaveDialogEntry();
  expect(history.state).toEqual({ choices: ["a1"] });
});
