// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { useRowQuantity } from "./use-row-quantity";

const step = (value: number) => ({ value, typed: null });

test("while a call runs, only the latest of several presses is sent next", async () => {
  const finish: ((modified: Modified) => void)[] = [];
  const save = vi.fn(() => new Promise<Modified>((resolve) => finish.push(resolve)));
  const { result } = renderHook(() => useRowQuantity(1, save, async () => true));
  for (const value of [2, 3, 4]) act(() => result.current.set(step(value)));
  expect(save.mock.calls).toEqual([[2]]);
  expect(result.current.quantity.value).toBe(4);
  await act(async () => finish[0]?.("changed"));
  expect(save.mock.calls).toEqual([[2], [4]]);
  await act(async () => finish[1]?.("changed"));
  expect(save).toHaveBeenCalledTimes(2);
});

test("a typed quantity is saved only when it is committed", async () => {
  const save = vi.fn(async (): Promise<Modified> => "changed");
  const { result } = renderHook(() => useRowQuantity(1, save, async () => true));
  act(() => result.current.set({ value: 12, typed: "12" }));
  expect(save).not.toHaveBeenCalled();
  await act(async () => result.current.commit());
  expect(save.mock.calls).toEqual([[12]]);
});

test("a quantity that is typed while a call runs stays when the call ends, and is saved when it is committed", async () => {
  let finish = (_: Modified) => {};
  const save = vi.fn(() => new Promise<Modified>((resolve) => (finish = resolve)));
  const { result } = renderHook(() => useRowQuantity(1, save, async () => true));
  act(() => result.current.set(step(2)));
  act(() => result.current.set({ value: 12, typed: "12" }));
  await act(async () => finish("changed"));
  expect(result.current.quantity).toEqual({ value: 12, typed: "12" });
  await act(async () => result.current.commit());
  expect(save.mock.calls).toEqual([[2], [12]]);
  await act(async () => finish("changed"));
  expect(result.current.quantity).toEqual(step(1));
});

test("typing the saved quantity again sends nothing", async () => {
  const save = vi.fn(async (): Promise<Modified> => "changed");
  const { result } = renderHook(() => useRowQuantity(2, save, async () => true));
  act(() => result.current.set({ value: 2, typed: "2" }));
  await act(async () => result.current.commit());
  expect(save).not.toHaveBeenCalled();
  expect(result.current.quantity).toEqual(step(2));
});

test("zero asks to remove the line, and the saved quantity returns if it is kept", async () => {
  const save = vi.fn(async (): Promise<Modified> => "changed");
  const remove = vi.fn(async () => false);
  const { result } = renderHook(() => useRowQuantity(1, save, remove));
  await act(async () => result.current.set(step(0)));
  expect(remove).toHaveBeenCalledOnce();
  expect(save).not.toHaveBeenCalled();
  expect(result.current.quantity).toEqual(step(1));
});

test("an emptied field returns to the saved quantity and removes nothing", async () => {
  const save = vi.fn(async (): Promise<Modified> => "changed");
  const remove = vi.fn(async () => true);
  const { result } = renderHook(() => useRowQuantity(2, save, remove));
  act(() => result.current.set({ value: 0, typed: "" }));
  await act(async () => result.current.commit());
  expect([save.mock.calls, remove.mock.calls]).toEqual([[], []]);
  expect(result.current.quantity).toEqual(step(2));
});
