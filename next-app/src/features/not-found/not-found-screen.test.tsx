// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FrameSettings } from "@/parts/frame/frame-settings";
import { FrameSettingsProvider } from "@/parts/frame/use-frame-settings";
import { NotFoundScreen } from "./not-found-screen";

// The address of the home page has no words, so nothing is searched.
vi.mock("next/navigation", () => ({
  usePathname: () => "/",
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the page has the shop's menu and footer, and links to the products on sale and the cart", () => {
  const settings = {
    webSiteName: "Midway",
    menu: [{ name: "Season passes", to: "/passes" }],
    privacyPolicyUrl: "/privacy-policy",
    termsOfSaleUrl: "",
    sessionTimeout: 1200,
  };
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <FrameSettingsProvider settings={settings as unknown as FrameSettings}>
        <NotFoundScreen />
      </FrameSettingsProvider>
    </SWRConfig>,
  );
  const links = (place: HTMLElement) =>
    within(place)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links(screen.getByRole("main"))).toEqual([
    ["See what you can buy", "/"],
    ["Go to your cart", "/cart"],
  ]);
  expect(links(screen.getByRole("banner"))).toContainEqual(["Season passes", "/passes"]);
  expect(links(screen.getByRole("contentinfo"))).toEqual([["Privacy policy", "/privacy-policy"]]);
});
