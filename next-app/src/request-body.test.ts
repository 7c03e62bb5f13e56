import { expect, test, vi } from "vitest";
import { readBody } from "./request-body";

const post = (path: string, body: BodyInit) =>
  new Request(`http://localhost${path}`, { method: "POST", body, duplex: "half" } as RequestInit);

/** A stream of `count` megabytes, which are created when they are read; `made` counts them. */
function megabytes(count: number) {
  let made = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made === count) return controller.close();
      made += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  return { stream, made: () => made };
}

test("a request body is passed on unchanged, and a request without a body stays without one", async () => {
  const read = await readBody(post("/api/cart/add", "{}"));
  expect(read).toEqual({ ok: true, bytes: new TextEncoder().encode("{}") });
  expect(await readBody(new Request("http://localhost/api/cart"))).toEqual({ ok: true, bytes: undefined });
});

test("a body is read only up to the size that the API accepts", async () => {
  const body = megabytes(1000);
  expect(await readBody(post("/api/cart/add", body.stream))).toMatchObject({ ok: false, status: 413 });
  expect(body.made()).toBeLessThan(5);
});

test("a picture of 8 MB is accepted, and one of 9 MB is refused", async () => {
  const image = "/api/cart/pass/a1/image";
  expect(await readBody(post(image, megabytes(8).stream))).toMatchObject({ ok: true });
  expect(await readBody(post(image, megabytes(9).stream))).toMatchObject({ ok: false, status: 413 });
});

test("a body that never arrives times out", async () => {
  vi.useFakeTimers();
  try {
    const read = readBody(post("/api/cart/add", new ReadableStream()), 1000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await read).toMatchObject({ ok: false, status: 408 });
  } finally {
    vi.useRealTimers();
  }
});
