// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FrameSettings } from "@/parts/frame/frame-settings";
import { FrameSettingsProvider } from "@/parts/frame/use-frame-settings";
import { NotFoundScreen } from "./not-found-screen";

// The address of the home page has no words, so nothing is searched.
vi.mock("next/navigation", () => ({ usePathname: () => "/" }));
afterEach(cleanup);

test("the page links to the products on sale, the cart and the operator's legal pages", () => {
  const settings = { webSiteName: "Midway", privacyPolicyUrl: "/privacy-policy", termsOfSaleUrl: "" };
  render(
    <FrameSettingsProvider settings={settings as FrameSettings}>
      <NotFoundScreen />
    </FrameSettingsProvider>,
  );
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links.slice(1)).toEqual([
    ["See what you can buy", "/"],
    ["Go to your cart", "/cart"],
    ["Privacy policy", "/privacy-policy"],
  ]);
});
