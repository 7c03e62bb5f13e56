// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useScreenAwake } from "./use-screen-awake";

class Lock extends EventTarget {
  async release() {
    this.dispatchEvent(new Event("release"));
  }
}

const device = (request: () => Promise<Lock>) =>
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });

const setVisible = (visible: boolean) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the wake lock is requested again when the page becomes visible, but not after the page was left", async () => {
  const locks: Lock[] = [];
  device(async () => {
    locks.push(new Lock());
    return locks.at(-1) as Lock;
  });
  const { result, unmount } = renderHook(() => useScreenAwake());
  await waitFor(() => expect(result.current).toBe(true));

  setVisible(false);
  // The device releases the lock automatically.
  await act(async () => locks[0]?.release());
  expect(result.current).toBe(false);
  expect(locks).toHaveLength(1);
  setVisible(true);
  await waitFor(() => expect(result.current).toBe(true));

  const released = vi.spyOn(locks[1] as Lock, "release");
  unmount();
  expect(released).toHaveBeenCalledOnce();
  setVisible(true);
  expect(locks).toHaveLength(2);
});

test("a wake lock that is granted after the page was left is released", async () => {
  const lock = new Lock();
  const released = vi.spyOn(lock, "release");
  let grant = (_: Lock) => {};
  device(() => new Promise((resolve) => (grant = resolve)));
  const { unmount } = renderHook(() => useScreenAwake());
  unmount();
  grant(lock);
  await waitFor(() => expect(released).toHaveBeenCalledOnce());
});

test("a device that refuses the wake lock causes no error", async () => {
  const refused = vi.fn(() => Promise.reject(new DOMException("low battery", "NotAllowedError")));
  device(refused);
  const { result } = renderHook(() => useScreenAwake());
  await waitFor(() => expect(refused).toHaveBeenCalled());
  expect(result.current).toBe(false);
});
