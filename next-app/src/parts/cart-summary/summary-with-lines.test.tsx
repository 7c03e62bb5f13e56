// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { SummaryWithLines } from "./summary-with-lines";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const group = aGroup("book", { ...aLine("line-1", 18), displayName: "Guide book" });
const cart: Cart = { ...emptyCart, cartEmpty: false, itemGroups: [group], cartTotal: 18 };

test("a line that was removed can be put back, and both are announced", async () => {
  const changes: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!request.url.endsWith("/cart/modify")) return new Promise(() => {});
    changes.push(((await request.json()) as { items: unknown[] }).items);
    return Response.json({ success: true });
  });
  const { rerender } = render(<SummaryWithLines cart={cart} />);
  fireEvent.click(screen.getByRole("button", { name: /^Remove Guide book/ }));
  rerender(<SummaryWithLines cart={{ ...emptyCart, lastRemoved: ["line-1"] }} />);
  const undo = await screen.findByRole("button", {
    name: "Undo: put 1 × Guide book, book back in your cart",
  });
  const status = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(status()).toContain("Removed from your cart: 1 × Guide book, book.");
  fireEvent.click(undo);
  await vi.waitFor(() => expect(status()).toContain("Back in your cart: 1 × Guide book, book."));
  expect(changes).toEqual([[{ id: "line-1", quantity: 0 }], [{ id: "line-1", quantity: 1 }]]);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe("Cart Summary");
});
