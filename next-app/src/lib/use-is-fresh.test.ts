// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useIsFresh } from "./use-is-fresh";

const router = { refresh: vi.fn() };
vi.mock("next/navigation", () => ({ useRouter: () => router }));

afterEach(() => {
  cleanup();
  router.refresh.mockClear();
});

const visit = (data: object) => renderHook(useIsFresh, { initialProps: data });

test("the data of an earlier visit are read again, and the new data are fresh", () => {
  const first = { passes: 1 };
  const { result, rerender, unmount } = visit(first);
  rerender(first);
  expect(result.current).toBe(true);
  unmount();
  expect(router.refresh).not.toHaveBeenCalled();

  const back = visit(first);
  expect(back.result.current).toBe(false);
  expect(router.refresh).toHaveBeenCalledOnce();
  const second = { passes: 2 };
  back.rerender(second);
  expect(back.result.current).toBe(true);
  back.rerender(second);
  expect(back.result.current).toBe(true);
  expect(router.refresh).toHaveBeenCalledOnce();
});
