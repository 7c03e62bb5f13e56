// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleTimer } from "./idle-timer";

const idle = vi.hoisted(() => ({ phase: "active" }));
vi.mock("./use-idle", () => ({ useIdle: () => ({ phase: idle.phase, secondsLeft: 0, announced: null }) }));
vi.mock("next/navigation", () => ({ usePathname: () => "/cart" }));

const assign = vi.fn();

beforeEach(() => {
  assign.mockClear();
  idle.phase = "active";
  vi.stubGlobal("location", { pathname: "/cart", search: "", assign });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const signedIn = (userAuthenticated: boolean) => async () => Response.json({ userAuthenticated });
const refused = async () => Response.json({ message: "Unavailable" }, { status: 503 });

/** Returns the page that opens at the idle limit if the session was read as `before` and then as `atTheEnd`. */
async function leadsTo(before: () => Promise<Response>, atTheEnd: () => Promise<Response>) {
  const fetch = vi.fn(before);
  vi.stubGlobal("fetch", fetch);
  const page = () => (
    <SWRConfig value={{ provider: () => new Map() }}>
      <IdleTimer timeoutSeconds={1200} />
    </SWRConfig>
  );
  const { rerender } = render(page());
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  // Waits until the response was processed.
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.stubGlobal("fetch", atTheEnd);
  idle.phase = "over";
  rerender(page());
  await vi.waitFor(() => expect(assign).toHaveBeenCalled());
  return assign.mock.calls[0]?.[0].split("?")[0];
}

test("at the idle limit, a session that has already ended leads to the time-out page", async () => {
  expect(await leadsTo(signedIn(true), signedIn(false))).toBe("/session-timeout");
});

test("at the idle limit, the last known state of the session decides the next page if the session cannot be read", async () => {
  expect(await leadsTo(signedIn(true), refused)).toBe("/logout");
  cleanup();
  assign.mockClear();
  idle.phase = "active";
  expect(await leadsTo(signedIn(false), refused)).toBe("/session-timeout");
});

test("at the idle limit, a visitor whose session was never read is signed out", async () => {
  expect(await leadsTo(refused, refused)).toBe("/logout");
});
