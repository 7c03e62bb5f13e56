// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FrameSettings } from "./frame-settings";
import { ShopFrame } from "./shop-frame";
import { FrameSettingsProvider } from "./use-frame-settings";

vi.mock("next/navigation", () => ({
  usePathname: () => "/cart",
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

test.each([
  ["without a logo, the link to the home page shows the shop's name", "", "Midway", null],
  ["a logo replaces the name, which stays its alternative text", "/pictures/logo.png", "", "Midway"],
])("%s", (_, siteLogoUrl, text, alt) => {
  const settings = { webSiteName: "Midway", menu: [], siteLogoUrl, sessionTimeout: 1200 };
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <FrameSettingsProvider settings={settings as unknown as FrameSettings}>
        <ShopFrame>the page</ShopFrame>
      </FrameSettingsProvider>
    </SWRConfig>,
  );
  const link = within(screen.getByRole("banner")).getByRole("link", { name: /Midway/ });
  expect(link.textContent).toBe(text);
  expect(link.querySelector("img")?.getAttribute("alt") ?? null).toBe(alt);
});

test("the shop's menu is above the page, and its legal links are below", () => {
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
        <ShopFrame>the page</ShopFrame>
      </FrameSettingsProvider>
    </SWRConfig>,
  );
  const links = (place: HTMLElement) =>
    within(place)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(screen.getByRole("main").textContent).toBe("the page");
  expect(links(screen.getByRole("banner"))).toContainEqual(["Season passes", "/passes"]);
  expect(links(screen.getByRole("contentinfo"))).toEqual([["Privacy policy", "/privacy-policy"]]);
});
