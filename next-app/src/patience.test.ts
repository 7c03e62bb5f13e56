import http from "node:http";
import { expect, test } from "vitest";
import { patience } from "../scripts/patience.mjs";

test("a server that is made like Next's waits no longer than it should", () => {
  const server = http.createServer(() => undefined);
  expect(server).toMatchObject({
    headersTimeout: patience.headersTimeout,
    requestTimeout: patience.requestTimeout,
    keepAliveTimeout: patience.keepAliveTimeout,
  });
  expect(http.createServer({ requestTimeout: 50_000 }).requestTimeout).toBe(50_000);
});
