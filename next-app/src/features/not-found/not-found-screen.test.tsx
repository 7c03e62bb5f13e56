// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NotFoundScreen } from "./not-found-screen";

// The address of the home page has no words, so nothing is searched.
vi.mock("next/navigation", () => ({
  usePathname: () => "/",
  useRouter: () => ({}),
}));
afterEach(cleanup);

test("the page links to the products on sale and the cart", () => {
  render(<NotFoundScreen />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["See what you can buy", "/"],
    ["Go to your cart", "/cart"],
  ]);
});
