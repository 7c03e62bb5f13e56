// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { CartScreen } from "./cart-screen";

// No request is answered, so the page shows only the data that was sent with it.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("an empty cart has two links to more items, and disabled Checkout buttons above and below its text", () => {
  render(<CartScreen donates={false} initial={emptyCart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.getAllByRole("link", { name: "Add more items" })).toHaveLength(2);
  const checkouts = screen.getAllByRole("button", { name: "Checkout" });
  expect(checkouts.map((button) => button.getAttribute("aria-disabled"))).toEqual(["true", "true"]);
  const text = screen.getByText("Your shopping cart is empty");
  const [above, below] = checkouts;
  expect(above && text.compareDocumentPosition(above)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(below && text.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a cart with only incomplete passes is not reported as empty", () => {
  const cart = { ...emptyCart, openPasses: 2, blankPasses: 2 };
  render(<CartScreen donates={false} initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.getByText(/2 passes in your cart are incomplete\./)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "There's nothing to pay for yet" })).toBeTruthy();
  expect(screen.queryByText("Your shopping cart is empty")).toBeNull();
});

test("after an order, the notice about an empty cart links to the confirmation", () => {
  render(<CartScreen donates={false} initial={emptyCart} crossSells={[]} rerouted ordered />);
  const notice = screen.getByText(/You were sent back here because your cart was empty\./);
  expect(notice.querySelector("a")?.getAttribute("href")).toBe("/confirmation");
});

const book = { ...aLine("line-1", 18), displayName: "Guide book" };
const filled: Cart = {
  ...emptyCart,
  cartEmpty: false,
  itemGroups: [aGroup("book", book)],
  cartTotal: 18,
  cartTotalNetTaxesAndFees: 18,
  displaySubtotal: 18,
};

test("a line that another tab removed is reported as removed, and the cart is shown without it", async () => {
  let isOut = false;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/modify")) {
      isOut = true;
      return Response.json({ message: "Not Found" }, { status: 404 });
    }
    if (pathname.endsWith("/cart") && isOut) return Response.json(emptyCart);
    return new Promise(() => {});
  });
  render(<CartScreen donates={false} initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  fireEvent.click(screen.getByRole("button", { name: /^Remove Guide book/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  const alert = await screen.findByText("This item is no longer in your cart.");
  // React moves the focus in an effect, which may run after the message is in the document.
  await vi.waitFor(() => expect(alert.closest('[role="alert"]')).toBe(document.activeElement));
  expect(screen.getByText("Your shopping cart is empty")).toBeDefined();
});
