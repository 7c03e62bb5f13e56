import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { directly, pagesOf } from "../scripts/direct-pages.mjs";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  vi.restoreAllMocks();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server of the page `/cart`, which `answer` answers directly. Returns a function that requests a path. */
async function served(answer: Answer) {
  const next: http.RequestListener = (_, response) => response.end("next");
  const server = http.createServer(directly(new Map([["/cart", "cart.js"]]), () => answer, next));
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: "manual" })).text();
}

test("pages with parameters and pages within other pages are left out", () => {
  const files = {
    "/(shop)/page": "home.js",
    "/(shop)/@modal/(.)product/single/[id]/page": "modal.js",
    "/(shop)/builder/[id]/page": "builder.js",
    "/(shop)/reservation/begin/page": "begin.js",
    "/checkout/page": "checkout.js",
    "/robots.txt/route": "robots.js",
  };
  expect([...pagesOf(files)]).toEqual([
    ["/", "home.js"],
    ["/reservation/begin", "begin.js"],
    ["/checkout", "checkout.js"],
  ]);
});

test("a document of a page that was loaded is answered directly, and everything else is not", async () => {
  const get = await served(async (request, response) => void response.end(`page ${request.url}`));
  expect(await get("/cart")).toBe("next");
  expect(await get("/cart?reroute=true")).toBe("page /cart?reroute=true");
  expect(await get("/cart", { headers: { rsc: "1" } })).toBe("next");
  expect(await get("/cart", { method: "POST" })).toBe("next");
  expect(await get("/carts")).toBe("next");
});

test("a page that fails without an answer is left to Next.js, and one that fails later is broken off", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let begun = false;
  const get = await served(async (_, response) => {
    if (begun) response.write("begun");
    throw new Error("failed");
  });
  await get("/cart");
  expect(await get("/cart")).toBe("next");
  begun = true;
  await expect(get("/cart")).rejects.toThrow();
});
