/**
 * The only path from the browser to the API: typed calls, the anti-forgery header, refusals as values, the loading
 * overlay, and a record of the visitor's activity.
 */
import { errorText } from "@/text/error-texts";
import { activity } from "./activity";
import { publishEventOf } from "./analytics-events";
import { beginWork } from "./busy";
import { type Api, apiClient } from "./client";
import { sendWhenOnline } from "./connection";
import { type Outcome, outcomeOf, unreachable } from "./outcome";
import { fetchSession } from "./session";

export type { Api } from "./client";
export type Answered<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

export type CallOptions = {
  /** The overlay's message while the call runs. If it is absent, the caller shows its own progress. */
  busy?: string;
  /** Whether the page makes the call automatically. Such calls are not recorded as the visitor's activity. */
  unattended?: boolean;
};

const api = apiClient(({ method, address, body }) => {
  const headers = new Headers();
  if (typeof body === "string") headers.set("content-type", "application/json");
  // The token is read for each call, because it changes at sign-in and when a session begins.
  const token = method === "GET" ? null : xsrfToken(document.cookie);
  if (token) headers.set("x-xsrf-token", token);
  const url = `${document.documentElement.dataset.apiRoot ?? "/api"}${address}`;
  // `fetch` is looked up for each call, so that a later wrapper around it is used too.
  return sendWhenOnline(method, () =>
    globalThis.fetch(new Request(url, { method, headers, body, credentials: "include" })),
  );
});

/**
 * Makes a call and returns its value or refusal; never throws. Example: `await call((api) => api.POST("/cart/add", {
 * body }))`
 */
export async function call<T>(
  request: (api: Api) => Answered<T>,
  options: CallOptions = {},
): Promise<Outcome<T>> {
  if (!options.unattended) activity.note();
  const done = options.busy === undefined ? undefined : beginWork(options.busy);
  try {
    let raw = await request(api);
    if (raw.response.status === 403) {
      // 403 means that the anti-forgery token is missing or out of date. Reading the session issues a new one. A second
      // 403 is final.
      await fetchSession(api);
      raw = await request(api);
    }
    const outcome = outcomeOf<T>(raw, errorText("error.unexpected"));
    if (outcome.ok) publishEventOf(outcome.answer);
    return outcome;
  } catch {
    return unreachable(errorText("error.transport"));
  } finally {
    done?.();
  }
}

export function xsrfToken(cookies: string): string | null {
  for (const cookie of cookies.split(/;\s*/)) {
    const [name, ...value] = cookie.split("=");
    if (name === "XSRF-TOKEN") return decodeURIComponent(value.join("="));
  }
  return null;
}
