// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { emptyCart } from "@/parts/cart-lines/sample";
import ExchangeNotice from "./exchange-notice";
import type { Exchange } from "./exchange-state";
import { anExchange } from "./sample";

const page = vi.hoisted(() => ({ path: "/" }));
vi.mock("next/navigation", () => ({ usePathname: () => page.path }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ofProduct = "/product/single/dynamic/park-day";

/** Shows the notice on a page. Returns its text once it is read. */
async function noticeOn(path: string, exchange: Exchange): Promise<string> {
  page.path = path;
  vi.stubGlobal("fetch", async (request: Request) => {
    const isMini = new URL(request.url).pathname.endsWith("/mini-cart");
    return Response.json(isMini ? { itemCount: 0, isExchange: true } : { ...emptyCart, exchange });
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ExchangeNotice />
    </SWRConfig>,
  );
  return (await screen.findByRole("status")).textContent ?? "";
}

test("the page of the product says what is exchanged, what it is worth and what may be chosen", async () => {
  const text = await noticeOn(ofProduct, anExchange());
  expect(text).toContain(
    "You're exchanging 2 × Adult and 1 × Child on Saturday, December 5, 2026. Value: $120.42.",
  );
  expect(text).toContain("Choose the same number of the same type at any price");
  expect(text).not.toContain("Still to choose");
});

test("another page names the product, and what is still to be chosen", async () => {
  const { missing } = anExchange();
  const text = await noticeOn("/", anExchange({ fee: 4, missing: missing.slice(1) }));
  expect(text).toContain("2 × Park Day Ticket, Adult and 1 × Park Day Ticket, Child on Saturday");
  expect(text).toContain("Exchange fee: $4.00.");
  expect(text).toContain("Still to choose: 1 × Park Day Ticket, Child. Choose the same number");
});

test("after everything was chosen, the notice says so", async () => {
  const text = await noticeOn(ofProduct, anExchange({ missing: [] }));
  expect(text).toContain("Your new tickets are in your cart.");
  expect(text).not.toContain("Choose the same number");
});
