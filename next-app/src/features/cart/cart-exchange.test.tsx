// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { anExchange } from "@/parts/exchange-notice/sample";
import { CartExchange } from "./cart-exchange";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A cart with these lines for an exchange of tickets of `park-day`. It has no exchange after the call that ends it. */
function show(itemGroups: Cart["itemGroups"]): unknown[] {
  const calls: unknown[] = [];
  const cartWith = (exchange: Cart["exchange"]) => ({ ...emptyCart, itemGroups, exchange });
  const { rerender } = render(<CartExchange cart={cartWith(anExchange())} />);
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      calls.push(await request.json());
      rerender(<CartExchange cart={cartWith(undefined)} />);
    }
    return Response.json({ success: true });
  });
  return calls;
}

const keep = async () => fireEvent.click(await screen.findByRole("button", { name: "Keep these tickets" }));
const filled = [aGroup("book", aLine("line-1", 18)), aGroup("park-day", aLine("line-2", 30, 2))];

async function expectFocused(text: string) {
  await waitFor(() => expect(document.activeElement?.textContent).toContain(text));
  expect(document.activeElement?.getAttribute("role")).toBe("status");
}

test("without new tickets in the cart, the exchange ends at once, and the message has the focus", async () => {
  const calls = show([aGroup("book", aLine("line-1", 18))]);
  await keep();
  await expectFocused("You're keeping 2 × Park Day Ticket, Adult");
  expect(calls).toEqual([{ remove: [] }]);
});

test("what was chosen instead is removed with the exchange, and nothing else is", async () => {
  const calls = show(filled);
  await keep();
  await screen.findByRole("alertdialog", { name: "Keep your tickets?" });
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
  await expectFocused("What you chose instead was removed from your cart");
  expect(calls).toEqual([{ remove: ["line-2"] }]);
});

test("what was chosen instead can stay in the cart as a purchase", async () => {
  const calls = show(filled);
  await keep();
  fireEvent.click(await screen.findByRole("button", { name: "Buy it in addition" }));
  await expectFocused("you'll pay the full price for it");
  expect(calls).toEqual([{ remove: [] }]);
});

test("a shopper who goes on exchanging changes nothing", async () => {
  const calls = show(filled);
  await keep();
  fireEvent.click(await screen.findByRole("button", { name: "Keep exchanging" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Keep these tickets" })).toBeTruthy();
  expect(calls).toEqual([]);
});
