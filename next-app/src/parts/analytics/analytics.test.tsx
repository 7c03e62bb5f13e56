// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { publishEventOf } from "@/api/analytics-events";
import type { AnalyticsEvent } from "@/api/types";
import { Analytics } from "./analytics";
import { startVenue } from "./data-layer";
import { PurchaseTracking } from "./purchase-tracking";

let path = "/";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

const account = { id: "GTM-1", siteCode: "park", script: "https://stats.example.org/GTM-1.js" };
const scripts = () => [...document.querySelectorAll("script")].map((script) => script.src);
const purchase = (orderNumber: string): AnalyticsEvent => ({
  category: "purchase",
  eventData: { orderNumber, currency: "USD", value: 26, items: [] },
});
const purchases = () => window.dataLayer?.filter((entry) => entry.event === "purchase") ?? [];

beforeEach(() => {
  path = "/";
  delete window.dataLayer;
  document.head.replaceChildren();
  localStorage.clear();
});
afterEach(cleanup);

test("without an analytics account nothing is loaded, sent or stored", () => {
  publishEventOf({ analyticsEvent: purchase("A") });
  render(<PurchaseTracking event={purchase("A")} />);
  expect(scripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test("with an analytics account the script is loaded once, and each page view is sent once", () => {
  const { rerender } = render(<Analytics account={account} />);
  path = "/cart";
  rerender(<Analytics account={account} />);
  expect(scripts()).toEqual([account.script]);
  expect(window.dataLayer).toEqual([
    { event: "start", analyticsId: "GTM-1", siteCode: "park" },
    { event: "pageView", path: "/" },
    { event: "pageView", path: "/cart" },
  ]);
});

test("after a page with a secret address has loaded only a venue's script, the next page also loads the shop's script", () => {
  path = "/reset-password";
  startVenue({ id: "GTM-2", siteCode: "zoo", script: "https://stats.example.org/GTM-2.js" });
  const { rerender } = render(<Analytics account={account} />);
  path = "/reservation";
  rerender(<Analytics account={account} />);
  expect(scripts()).toEqual(["https://stats.example.org/GTM-2.js", account.script]);
});

test("events in responses are forwarded, and a response without an event sends nothing", () => {
  render(<Analytics account={account} />);
  publishEventOf({ success: true, analyticsEvent: purchase("A") });
  publishEventOf({ success: true });
  publishEventOf(null);
  publishEventOf([1]);
  expect(window.dataLayer?.slice(2)).toEqual([
    { event: "purchase", orderNumber: "A", currency: "USD", value: 26, items: [] },
  ]);
});

test("a purchase is recorded once, even after a reload, and each order is recorded separately", () => {
  const read = (order: string) =>
    render(
      <>
        <Analytics account={account} />
        <PurchaseTracking event={purchase(order)} />
      </>,
    );
  read("A");
  expect(purchases()).toHaveLength(1);
  cleanup();
  // Simulates a new document.
  delete window.dataLayer;
  document.head.replaceChildren();
  read("A");
  expect(purchases()).toHaveLength(0);
  cleanup();
  read("B");
  expect(purchases()).toHaveLength(1);
});

test("a purchase is recorded once when its confirmation is read again", () => {
  render(
    <>
      <Analytics account={account} />
      <PurchaseTracking event={purchase("A")} />
    </>,
  );
  // The page reads the order again while its confirmation is being sent.
  publishEventOf({ analyticsEvent: purchase("A") });
  publishEventOf({ analyticsEvent: purchase("A") });
  expect(purchases()).toHaveLength(1);
});

test("a page with a secret address loads no script and sends no page view", () => {
  path = "/order-lookup/anonymous/7/s3cr3t";
  const { rerender } = render(<Analytics account={account} />);
  expect(scripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
  path = "/cart";
  rerender(<Analytics account={account} />);
  expect(JSON.stringify(window.dataLayer)).not.toContain("s3cr3t");
  expect(scripts()).toEqual([account.script]);
});
