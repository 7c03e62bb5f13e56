import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { send } from "./send";

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string) => send({ method: "GET", url, headers: {} });

test("consecutive calls use the same connection", async () => {
  const ports = new Set<number | undefined>();
  const base = await serve((incoming, answer) => {
    ports.add(incoming.socket.remotePort);
    answer.end("{}");
  });
  await get(`${base}/one`);
  await get(`${base}/two`);
  expect(ports.size).toBe(1);
});

test("a truncated response is an error", async () => {
  const base = await serve((_, answer) => {
    answer.writeHead(200, { "content-length": "100" });
    answer.write("half of", () => answer.destroy());
  });
  await expect(get(base)).rejects.toThrow();
});

test("a refused connection is an error", async () => {
  const base = await serve(() => {});
  for (const end of ended.splice(0)) end();
  await expect(get(base)).rejects.toThrow("ECONNREFUSED");
});
