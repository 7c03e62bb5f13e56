// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { MultiProductScreen } from "./multi-product-screen";

vi.mock("next/navigation", () => ({
  usePathname: () => "/product/multi/tag/season-pass",
  useSearchParams: () => new URLSearchParams(),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a product list with `openPasses` incomplete passes in the cart. */
function opens(openPasses: number) {
  vi.stubGlobal("fetch", async (request: Request) =>
    Response.json(
      request.url.endsWith("/mini-cart")
        ? { itemCount: 1 }
        : request.url.endsWith("/cart")
          ? { openPasses, itemGroups: [] }
          : { userAuthenticated: false },
    ),
  );
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MultiProductScreen step="product-selection" sections={[]} starting={null}>
        <h1>Passes</h1>
      </MultiProductScreen>
    </SWRConfig>,
  );
}

const nextPath = () =>
  screen.getAllByRole("link", { name: "Continue" }).map((link) => link.getAttribute("href"));

test("Continue opens the passholder page if the cart has incomplete passes when the page opens", async () => {
  opens(1);
  await vi.waitFor(() => expect(nextPath()).toEqual(["/pass/demographics", "/pass/demographics"]));
});

test("Continue opens the add-ons if every pass is complete", async () => {
  opens(0);
  await vi.waitFor(() => expect(nextPath()).toEqual(Array(2).fill("/product/multi/add-on/non-pass")));
});
