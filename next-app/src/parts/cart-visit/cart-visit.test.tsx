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
    "This visit will be confirmed when you place your order.",
  ]);
});

test.each([
  [true, "Go to your reservation", "/reservation/review"],
  [false, "Reserve a visit", "/reservation/site"],
])(
  "a message says that the payment does not confirm the visit, and leads on (in progress: %s)",
  async (reservationInProgress, name, path) => {
    vi.stubGlobal("fetch", async () => Response.json({ paidWithCart: false, reservationInProgress, visit }));
    render(<CartVisit cart={{ itemGroups: [{ items: [{ id: name }] }] } as Cart} />);
    const statusText = await screen.findByRole("status");
    expect(statusText.textContent).toContain(
      "Your visit to Merrow Point isn't confirmed yet. You chose Saturday, December 5, 2026, 10:00\u00a0AM.",
    );
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
  },
);
