import { expect, test, vi } from "vitest";
import { pageReads, withRetries } from "./page-reads";

const page = { headers: { rsc: "1" } };

/** Returns the given responses one after the other; "nothing" is a failed connection. */
function answering(...answers: (number | "nothing")[]) {
  return vi.fn(async () => {
    const next = answers.shift();
    if (next === "nothing") throw new TypeError("Failed to fetch");
    return new Response("", { status: next ?? 200, headers: { "retry-after": "3600" } });
  });
}

test("an unavailable page is requested repeatedly until it is available, and at once if the shopper retries", async () => {
  const read = answering(503, "nothing", 200);
  const onRead = vi.fn();
  const stop = pageReads.subscribe(onRead);
  const answer = withRetries(read)("/cart", page);
  await vi.waitFor(() => expect(pageReads.areWaiting()).toBe(true));
  pageReads.tryAgain();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(pageReads.areWaiting()).toBe(true);
  // The second wait begins shortly after the second read fails, so the retry may have to be requested several times.
  await vi.waitFor(async () => {
    pageReads.tryAgain();
    expect(read).toHaveBeenCalledTimes(3);
  });
  expect((await answer).status).toBe(200);
  expect(pageReads.areWaiting()).toBe(false);
  expect(onRead).toHaveBeenCalledTimes(2);
  stop();
});

test.each([200, 404, 500])("a page with the status %i is passed on unchanged", async (status) => {
  expect((await withRetries(answering(status))("/cart", page)).status).toBe(status);
});

test("neither API calls nor prefetched pages are retried", async () => {
  const calls = [undefined, { headers: { rsc: "1", "next-router-prefetch": "1" } }];
  for (const call of calls) {
    expect((await withRetries(answering(503))("/api/cart", call)).status).toBe(503);
    await expect(withRetries(answering("nothing"))("/api/cart", call)).rejects.toThrow("Failed to fetch");
  }
  expect(pageReads.areWaiting()).toBe(false);
});

test("navigating elsewhere stops the retries", async () => {
  const visitor = new AbortController();
  const read = vi.fn(async (_: RequestInfo | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return new Response("", { status: 503 });
  });
  const answer = withRetries(read)("/cart", { ...page, signal: visitor.signal });
  await vi.waitFor(() => expect(pageReads.areWaiting()).toBe(true));
  visitor.abort(new Error("elsewhere"));
  await expect(answer).rejects.toThrow("elsewhere");
  expect(pageReads.areWaiting()).toBe(false);
});
