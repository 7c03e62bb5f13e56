// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { OpenPasses } from "./open-passes";

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
beforeEach(() => {
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.endsWith("/remove-blank-passes") ? Response.json({ success: true }) : new Promise(() => {}),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (openPasses: number, blankPasses: number) => (
  <main id="content">
    <h1>Cart</h1>
    <OpenPasses cart={{ openPasses, blankPasses }} />
  </main>
);

async function removes(words: string) {
  fireEvent.click(screen.getByRole("button", { name: words }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
}

test("focus goes to the heading of the page when the last incomplete pass was removed", async () => {
  const { rerender } = render(page(1, 1));
  await removes("Remove it");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  rerender(page(0, 0));
  expect(document.activeElement?.textContent).toBe("Cart");
});

test("focus goes to what is still incomplete while something is", async () => {
  const { rerender } = render(page(3, 2));
  await removes("Remove 2 passes without a product");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  rerender(page(1, 0));
  expect(document.activeElement?.textContent).toContain("One pass in your cart is incomplete.");
});
