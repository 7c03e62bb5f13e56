// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import NotFound from "./not-found";

const settings = { webSiteName: "Midway", privacyPolicyUrl: "/privacy-policy", termsOfSaleUrl: "" };
vi.mock("@/api/server", () => ({
  fetchSettings: async () => settings,
  fetchOverrides: async () => ({}),
}));

afterEach(cleanup);

test("the page links to the products on sale, the cart and the operator's legal pages", async () => {
  render(await NotFound());
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links.slice(1)).toEqual([
    ["See what you can buy", "/"],
    ["Go to your cart", "/cart"],
    ["Privacy policy", "/privacy-policy"],
  ]);
});
