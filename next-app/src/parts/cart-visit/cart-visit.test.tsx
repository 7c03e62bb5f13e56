// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { CartVisit } from "./cart-visit";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cart = { itemGroups: [{ items: [{ id: "book" }] }] } as Cart;
const visit = { propertyName: "Merrow Point", businessDate: "2026-12-05", performanceTime: "10:00" };

test("the cart shows the visit that its payment confirms", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ paidWithCart: true, visit }));
  render(<CartVisit cart={cart} />);
  const named = await screen.findByRole("region", { name: "Your visit" });
  const text = [...named.children].map((line) => line.textContent);
  expect(text).toEqual([
    "Merrow Point",
    "Saturday, December 5, 2026, 10:00\u00a0AM",
    "Your payment confirms this visit.",
  ]);
});

test("after the cart was emptied, a message says that the visit is not confirmed and links to its reservation", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ paidWithCart: false, reservationInProgress: true, visit }),
  );
  render(<CartVisit cart={{ itemGroups: [] }} />);
  const statusText = await screen.findByRole("status");
  expect(statusText.textContent).toContain(
    "Your visit to Merrow Point isn't confirmed yet. You chose Saturday, December 5, 2026, 10:00\u00a0AM.",
  );
  const link = screen.getByRole("link", { name: "Go to your reservation" });
  expect(link.getAttribute("href")).toBe("/reservation/review");
});
