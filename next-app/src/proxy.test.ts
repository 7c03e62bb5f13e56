import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config, proxy } from "./proxy";

/** A stand-in for the API. It answers every call, and reports the readiness that a test has set in `ready`. */
let api: Server;
let ready: { status: number; headers: Record<string, string> };

beforeAll(async () => {
  api = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/health/ready") {
      response.writeHead(ready.status, ready.headers).end();
    } else if (path === "/api/settings") {
      response.end(
        JSON.stringify({
          paymentOrigins: [],
          analyticsHosts: [],
          publicUrl: "http://localhost:3000",
          webSiteName: "Merrow <Point>",
          styleKey: "garden",
          catalogRevision: 1,
        }),
      );
    } else if (path === "/api/resource/pre-load") {
      response.end(
        JSON.stringify({ resourceValues: [{ extResourceId: "away.title", value: "Back in a moment" }] }),
      );
    } else {
      response.end("{}");
    }
  });
  await new Promise<void>((listening) => api.listen(0, "127.0.0.1", listening));
  process.env.API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});

afterAll(() => {
  api.close();
});

const open = (path: string) => proxy(new NextRequest(`http://localhost:3000${path}`));

const ofStores = ["/cart", "/checkout", "/product/single/tour", "/builder/two-days"];

test.each(ofStores)("%s is unavailable while the database or the sessions are unavailable", async (path) => {
  ready = { status: 503, headers: { "retry-after": "5" } };
  const answer = await open(path);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer.text()).toContain("<h1>");
});

test("the unavailable page has the theme and the texts of the shop", async () => {
  ready = { status: 503, headers: { "retry-after": "5" } };
  const page = await (await open("/cart")).text();
  expect(page).toContain("<h1>Back in a moment</h1>");
  expect(page).toContain("<header><p>Merrow &#60;Point&#62;</p></header><main>");
  expect(page).toContain('<body class="garden" data-style-key="garden">');
  expect(page).toContain("--brand: light-dark(");
  expect(page).toContain("The shop is briefly unavailable.");
});

test.each(ofStores)("%s is shown while the API is shutting down", async (path) => {
  ready = { status: 503, headers: {} };
  expect((await open(path)).status).toBe(200);
});

test("the home page, which needs only data in the API's memory, is shown while the database or the sessions are unavailable", async () => {
  ready = { status: 503, headers: { "retry-after": "5" } };
  expect((await open("/")).status).toBe(200);
});

/** Matches like Next.js, which requires the whole path to match. */
const isMatched = (path: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path));

test.each(["/icon.svg", "/robots.txt", "/_next/static/chunks/main.js"])("the proxy ignores %s", (path) => {
  expect(isMatched(path)).toBe(false);
});

test.each([
  "/",
  "/cart",
  "/api/cart",
  "/icon.svgx",
  "/icon-svg",
  "/icon.svg/more",
  "/robots.txtx",
  "/robots.txt/more",
  "/_next/staticx",
  "/_next/image",
  "/_next/imagex",
])("the proxy handles %s", (path) => {
  expect(isMatched(path)).toBe(true);
});
