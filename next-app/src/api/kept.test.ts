import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptByRevision } from "./kept";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("pages of one revision share a value for a minute, and a page of another revision reads it again", async () => {
  let revision: number | null = 1;
  let reads = 0;
  const kept = keptByRevision(async () => {
    reads += 1;
    return { value: `read ${reads}`, revision };
  });
  expect(await kept(1)).toBe("read 1");
  expect(await kept(1)).toBe("read 1");
  revision = 2;
  expect(await kept(2)).toBe("read 2");
  expect(await kept(2)).toBe("read 2");
  vi.advanceTimersByTime(60_000);
  expect(await kept(2)).toBe("read 3");
});

test("a value is not kept for a page without a revision, or if it belongs to a different one", async () => {
  let reads = 0;
  let revision: number | null = 1;
  const kept = keptByRevision(async () => {
    reads += 1;
    return { value: reads, revision };
  });
  expect(await kept(null)).toBe(1);
  expect(await kept(2)).toBe(2);
  revision = null;
  expect(await kept(2)).toBe(3);
  expect(await kept(2)).toBe(4);
});
