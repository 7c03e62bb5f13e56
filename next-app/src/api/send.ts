import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

/**
 * Calls from the app's server to the API over keep-alive connections. A page makes several calls, and the built-in
 * `fetch` takes longer for each call than the API itself. This module implements only what those calls need.
 */
export type Answer = {
  ok: boolean;
  status: number;
  headers: Headers;
  text: () => Promise<string>;
  json: () => Promise<unknown>;
};

/** A request in the shape that openapi-fetch creates. */
export class Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, init: { method?: string; headers?: HeadersInit; body?: string } = {}) {
    this.url = url;
    this.method = init.method ?? "GET";
    this.headers = new Headers(init.headers);
    this.body = init.body;
  }
}

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

export function send({ url, method, headers, body }: Call): Promise<Answer> {
  const given = { method, headers: Object.fromEntries(headers) };
  return new Promise((resolve, reject) => {
    const sent = url.startsWith("https:")
      ? secureRequest(url, { ...given, agent: secure })
      : request(url, { ...given, agent: plain });
    sent.on("timeout", () => sent.destroy(new Error(`${method} ${url}: no answer`)));
    sent.on("error", reject);
    sent.on("response", (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const status = incoming.statusCode ?? 0;
        const text = Buffer.concat(parts).toString();
        resolve({
          ok: status >= 200 && status < 300,
          status,
          headers: new Headers(
            Object.entries(incoming.headers).map(
              ([name, value]) => [name, String(value)] as [string, string],
            ),
          ),
          text: async () => text,
          json: async () => JSON.parse(text),
        });
      });
    });
    sent.end(body);
  });
}
