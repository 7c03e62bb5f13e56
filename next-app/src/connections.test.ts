import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { timeouts } from "../scripts/connections.mjs";

test("a new HTTP server has the time limits of connections.mjs unless it is created with its own", () => {
  const server = http.createServer(() => undefined);
  expect(server).toMatchObject({
    headersTimeout: timeouts.headersTimeout,
    keepAliveTimeout: timeouts.keepAliveTimeout,
  });
  expect(http.createServer({ keepAliveTimeout: 50_000 }).keepAliveTimeout).toBe(50_000);
});

test("a closing server waits for responses but not for idle connections", async () => {
  let answer = () => {};
  const server = http.createServer((_, response) => {
    answer = () => response.end("late");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;

  // A browser opens connections before it needs them, and keeps connections open after a response.
  const silent = connect(port, "127.0.0.1");
  const agent = new http.Agent({ keepAlive: true });
  const answered = new Promise<string>((resolve, reject) => {
    http
      .get({ host: "127.0.0.1", port, agent }, (got) => got.setEncoding("utf8").on("data", resolve))
      .on("error", reject);
  });
  await Promise.all([once(server, "request"), once(silent, "connect")]);

  const closed = new Promise<void>((done) => server.close(() => done()));
  await once(silent, "close");
  answer();
  expect(await answered).toBe("late");
  await closed;
});
