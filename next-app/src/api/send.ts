import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { ApiResponse } from "./client";

/**
 * Calls from the app's server to the API over keep-alive connections. A page makes several calls, and the built-in
 * `fetch` takes longer for each call than the API itself. This module implements only what those calls need.
 */
export type Call = { method: string; url: string; headers: Record<string, string>; body?: string };

/**
 * The maximum number of connections, which is more than all pages need at the same time. Further calls wait for a
 * connection.
 */
const maxConnections = 64;
/**
 * How long a connection may be silent. The API responds within milliseconds, and a page must not wait for an API that
 * hangs.
 */
const silenceMs = 15_000;

const settings = { keepAlive: true, maxSockets: maxConnections, timeout: silenceMs };
const plain = new Agent(settings);
const secure = new SecureAgent(settings);

export function send({ url, method, headers, body }: Call): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const sent = url.startsWith("https:")
      ? secureRequest(url, { method, headers, agent: secure })
      : request(url, { method, headers, agent: plain });
    sent.on("timeout", () => sent.destroy(new Error(`${method} ${url}: no answer`)));
    sent.on("error", reject);
    sent.on("response", (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () => resolve(answerOf(incoming, Buffer.concat(parts).toString())));
    });
    sent.end(body);
  });
}

function answerOf({ statusCode: status = 0, headers }: IncomingMessage, text: string): ApiResponse {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    text: async () => text,
  };
}
