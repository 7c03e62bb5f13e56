// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CartGroup } from "@/api/types";
import { CartVisit } from "./cart-visit";

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const groups = [{ items: [{ id: "book" }] }] as CartGroup[];
const visit = { propertyName: "Merrow Point", businessDate: "2026-12-05", performanceTime: "10:00" };

test("the cart names the visit that its payment confirms", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ paidWithCart: true, visit }));
  render(<CartVisit groups={groups} />);
  const named = await screen.findByRole("region", { name: "Your visit" });
  const words = [...named.children].map((line) => line.textContent);
  expect(words).toEqual([
    "Merrow Point",
    "Saturday, December 5, 2026, 10:00 AM",
    "Your payment confirms this visit.",
  ]);
});
