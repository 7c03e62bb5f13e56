import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import createClient, { type ClientOptions } from "openapi-fetch";
import { afterEach, expect, test } from "vitest";
import { Call, send } from "./send";

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

test("consecutive calls use the same connection", async () => {
  const ports = new Set<number | undefined>();
  const base = await serve((incoming, answer) => {
    ports.add(incoming.socket.remotePort);
    answer.end("{}");
  });
  await (await send(new Call(`${base}/one`))).json();
  await (await send(new Call(`${base}/two`))).json();
  expect(ports.size).toBe(1);
});

test("calls of openapi-fetch send their path, query, headers and body, and return data, error and status", async () => {
  const base = await serve(async (incoming, answer) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method, url, headers } = incoming;
    const received = { method, url, type: headers["content-type"], cookie: headers.cookie };
    answer.statusCode = url?.startsWith("/refused") ? 429 : 200;
    answer.setHeader("retry-after", "7");
    answer.end(JSON.stringify({ ...received, body: Buffer.concat(parts).toString() }));
  });
  const client = createClient<Record<string, never>>({
    ...({ Request: Call, fetch: send } as unknown as ClientOptions),
    baseUrl: base,
    headers: { cookie: "a=1; b=2" },
  }) as unknown as Record<
    "GET" | "POST",
    (path: string, init?: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>
  >;

  const read = await client.GET("/thing/{id}", { params: { path: { id: "ä/b" }, query: { page: 2 } } });
  expect(read.data).toEqual({ method: "GET", url: "/thing/%C3%A4%2Fb?page=2", cookie: "a=1; b=2", body: "" });

  const sent = await client.POST("/thing", { body: { name: "Zoë" } });
  expect(sent.data).toMatchObject({ method: "POST", type: "application/json", body: '{"name":"Zoë"}' });

  const refused = await client.POST("/refused", { body: {} });
  expect(refused.error).toMatchObject({ method: "POST" });
  expect(refused.response.status).toBe(429);
  expect(refused.response.ok).toBe(false);
  expect(refused.response.headers.get("retry-after")).toBe("7");
});

test("a truncated response is an error", async () => {
  const base = await serve((_, answer) => {
    answer.writeHead(200, { "content-length": "100" });
    answer.write("half of", () => answer.destroy());
  });
  await expect(send(new Call(base))).rejects.toThrow();
});

test("a refused connection is an error", async () => {
  const base = await serve(() => {});
  for (const end of ended.splice(0)) end();
  await expect(send(new Call(base))).rejects.toThrow("ECONNREFUSED");
});
