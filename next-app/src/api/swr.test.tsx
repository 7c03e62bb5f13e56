// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activity } from "./activity";
import { useApi, useCart, useRevisedCart } from "./swr";

const pollMs = 5_000;

function Count({ until = Number.POSITIVE_INFINITY }: { until?: number }) {
  const { data, error } = useApi<{ itemCount: number }>(["polled"], (api) => api.GET("/cart/mini-cart"), {
    pollMs: (latest) => ((latest?.itemCount ?? 0) < until ? pollMs : 0),
  });
  return (
    <p>
      {data?.itemCount ?? "nothing"} {error ? "failed" : "read"}
    </p>
  );
}

/** Renders with an empty cache, independent of earlier tests. */
const shown = (count: ReactNode) =>
  render(<SWRConfig value={{ provider: () => new Map() }}>{count}</SWRConfig>);

/** Responds with the number of the request, and loses the responses with the numbers in `lost`. */
function network(...lost: number[]): { requests: () => number } {
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests++;
    if (lost.includes(requests)) throw new Error("lost");
    return Response.json({ itemCount: requests });
  });
  return { requests: () => requests };
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  activity.setIdle(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("polling continues after lost responses", async () => {
  network(2, 3);
  shown(<Count />);
  await passes(0);
  expect(screen.getByText("1 read")).toBeDefined();
  await passes(pollMs);
  expect(screen.getByText("1 failed")).toBeDefined();
  await passes(2 * pollMs);
  expect(screen.getByText("4 read")).toBeDefined();
  await passes(pollMs);
  expect(screen.getByText("5 read")).toBeDefined();
});

test("if the first response is lost, the next poll loads the data", async () => {
  network(1);
  shown(<Count />);
  await passes(0);
  expect(screen.getByText("nothing failed")).toBeDefined();
  await passes(pollMs);
  expect(screen.getByText("2 read")).toBeDefined();
});

test("no data is loaded while the visitor is idle, and loading continues afterwards", async () => {
  const { requests } = network(2);
  shown(<Count />);
  await passes(0);
  await passes(pollMs);
  activity.setIdle(true);
  await passes(10 * pollMs);
  expect(requests()).toBe(2);
  activity.setIdle(false);
  await passes(pollMs);
  expect(screen.getByText("3 read")).toBeDefined();
});

test("polling stops when the interval for the latest response is 0", async () => {
  const { requests } = network();
  shown(<Count until={2} />);
  await passes(0);
  await passes(10 * pollMs);
  expect(requests()).toBe(2);
});

function BothCarts() {
  const { data: cart } = useCart();
  const { data: revised } = useRevisedCart();
  return <p>{`${cart?.cartTotal} as it stands, ${revised?.cartTotal} revised`}</p>;
}

test("the current cart and the revised cart are loaded separately, and neither replaces the other", async () => {
  vi.stubGlobal("fetch", async (request: Request) =>
    Response.json({ cartTotal: new URL(request.url).search === "?revise=true" ? 2 : 1 }),
  );
  shown(<BothCarts />);
  await passes(0);
  expect(screen.getByText("1 as it stands, 2 revised")).toBeDefined();
});
