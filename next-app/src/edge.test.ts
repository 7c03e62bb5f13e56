import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { timeouts } from "../scripts/edge.mjs";

test("a new HTTP server has the time limits of edge.mjs unless it is created with its own", () => {
  const server = http.createServer(() => undefined);
  expect(server).toMatchObject({
    headersTimeout: timeouts.headersTimeout,
    requestTimeout: timeouts.requestTimeout,
    keepAliveTimeout: timeouts.keepAliveTimeout,
  });
  expect(http.createServer({ requestTimeout: 50_000 }).requestTimeout).toBe(50_000);
});

test("every response has the nosniff header, and TRACE requests are refused", async () => {
  const server = http.createServer((_, response) => response.writeHead(404).end("nothing here"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const request = (method: string) =>
    new Promise<http.IncomingMessage>((answered, reject) => {
      const { port } = server.address() as AddressInfo;
      http.request({ host: "127.0.0.1", port, method, agent: false }, answered).on("error", reject).end();
    });
  const [missing, traced] = await Promise.all([request("GET"), request("TRACE")]);
  expect([missing.statusCode, missing.headers["x-content-type-options"]]).toEqual([404, "nosniff"]);
  expect([traced.statusCode, traced.headers["x-content-type-options"]]).toEqual([405, "nosniff"]);
  missing.resume();
  traced.resume();
  server.close();
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
