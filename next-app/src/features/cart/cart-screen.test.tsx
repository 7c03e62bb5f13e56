// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { CartScreen } from "./cart-screen";

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
// What came with the page is all there is.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const empty = { cartEmpty: true, cartRevised: false, itemGroups: [], cartTotal: 0 } as unknown as Cart;

test("an empty cart leads on from above and from below, and not to the checkout", () => {
  render(<CartScreen initial={empty} crossSells={[]} rerouted={false} />);
  expect(screen.getAllByRole("link", { name: "Add more items" })).toHaveLength(2);
  const checkouts = screen.getAllByRole("button", { name: "Checkout" });
  expect(checkouts.map((button) => button.getAttribute("aria-disabled"))).toEqual(["true", "true"]);
  const words = screen.getByText("Your shopping cart is empty");
  const [above, below] = checkouts;
  expect(above && words.compareDocumentPosition(above)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(below && words.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
