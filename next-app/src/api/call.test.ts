// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { busy } from "./busy";
import { call, xsrfToken } from "./call";

type Seen = { url: string; method: string; token: string | null };

/** Replaces only the network: returns the responses in order and records the requests. */
function network(...answers: (Response | Error)[]): Seen[] {
  const seen: Seen[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    seen.push({
      url: new URL(request.url).pathname,
      method: request.method,
      token: request.headers.get("x-xsrf-token"),
    });
    const answer = answers[seen.length - 1];
    if (!answer || answer instanceof Error) throw answer ?? new Error("no answer left");
    return answer;
  });
  return seen;
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const add = () => call((api) => api.POST("/cart/add", { body: { items: [], saleFlowId: 1 } }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = "XSRF-TOKEN=; Max-Age=0";
});

test("the token is read from the cookie for each call", async () => {
  const seen = network(json({ success: true }), json({ success: true }));
  document.cookie = "XSRF-TOKEN=first";
  await add();
  document.cookie = "XSRF-TOKEN=second";
  await add();
  expect(seen.map((request) => request.token)).toEqual(["first", "second"]);
});

test("after an anti-forgery refusal, the token is renewed once and the call is repeated once", async () => {
  document.cookie = "XSRF-TOKEN=old";
  const seen: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url, "http://shop.test").pathname;
    seen.push(`${request.method} ${path} ${request.headers.get("x-xsrf-token") ?? ""}`.trim());
    if (path === "/api/session") {
      document.cookie = "XSRF-TOKEN=new";
      return json({ userAuthenticated: false });
    }
    return request.headers.get("x-xsrf-token") === "new"
      ? json({ success: true })
      : json({ success: false, message: "no" }, 403);
  });
  expect((await add()).ok).toBe(true);
  expect(seen).toEqual(["POST /api/cart/add old", "GET /api/session", "POST /api/cart/add new"]);
});

test("a lost response is returned as a refusal with status 0, and the loading overlay closes", async () => {
  network(new Error("offline"));
  const outcome = await call(
    (api) => {
      expect(busy.read()).toHaveLength(1);
      return api.GET("/cart/mini-cart");
    },
    { busy: "Loading" },
  );
  expect(outcome).toMatchObject({ ok: false, status: 0 });
  expect(busy.read()).toHaveLength(0);
});

/** Says that the browser is offline until the returned function is called. */
function offline(): () => void {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  return () => {
    onLine.mockRestore();
    window.dispatchEvent(new Event("online"));
  };
}

test("a change that begins offline is sent once when the browser is online", async () => {
  const seen = network(json({ success: true }));
  const back = offline();
  const outcome = add();
  await Promise.resolve();
  expect(seen).toEqual([]);
  back();
  expect((await outcome).ok).toBe(true);
  expect(seen).toHaveLength(1);
});

test("a read that is lost with the network is repeated when the network is back, and a change is not", async () => {
  let back = () => {};
  const seen: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    seen.push(request.method);
    if (seen.length === 2) return json({ itemCount: 0 });
    back = offline();
    throw new Error("the network went away");
  });
  const read = call((api) => api.GET("/cart/mini-cart"));
  await vi.waitFor(() => expect(seen).toEqual(["GET"]));
  back();
  expect((await read).ok).toBe(true);
  expect(seen).toEqual(["GET", "GET"]);
  expect(await add()).toMatchObject({ ok: false, status: 0 });
  expect(seen).toEqual(["GET", "GET", "POST"]);
  back();
});

test("the token cookie is found among other cookies, and a cookie whose name only ends in XSRF-TOKEN is ignored", () => {
  expect(xsrfToken("a=b; XSRF-TOKEN=x%3Dy; c=d")).toBe("x=y");
  expect(xsrfToken("MY-XSRF-TOKEN=z")).toBeNull();
});
