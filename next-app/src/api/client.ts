import type { Client } from "openapi-fetch";
import type { paths } from "./schema";

export type Api = Client<paths>;

export type ApiRequest = { method: string; address: string; body?: string | FormData };

/** What the client reads from a response. */
export type ApiResponse = Pick<Response, "ok" | "status"> & {
  headers: { get: (name: string) => string | null };
  text: () => Promise<string>;
};

type Values = Record<string, string | number | boolean | undefined>;
type Options = {
  params?: { path?: Values; query?: Values };
  body?: unknown;
  bodySerializer?: () => FormData;
  parseAs?: "text";
};

/**
 * The API's calls with the types of openapi-fetch, in the browser and on the app's server. Only the types are from that
 * package: its own client takes longer for a call than the server needs to send it, and it is a part of every page.
 */
export function apiClient(send: (request: ApiRequest) => Promise<ApiResponse>): Api {
  const calling =
    (method: string) =>
    async (path: string, options: Options = {}) => {
      const { params, body, bodySerializer, parseAs } = options;
      const sent = bodySerializer ? bodySerializer() : body === undefined ? undefined : JSON.stringify(body);
      const response = await send({ method, address: addressOf(path, params), body: sent });
      const text = await response.text();
      if (!response.ok) return { error: refusalOf(text), response };
      if (text === "") return { data: undefined, response };
      return { data: parseAs === "text" ? text : JSON.parse(text), response };
    };
  return {
    GET: calling("GET"),
    POST: calling("POST"),
    PUT: calling("PUT"),
    DELETE: calling("DELETE"),
  } as unknown as Api;
}

function addressOf(path: string, { path: inPath = {}, query = {} }: Options["params"] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The body of a refusal. A server in front of the API may send one that is no JSON. */
function refusalOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
