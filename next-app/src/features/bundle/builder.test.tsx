// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BundleStep } from "@/api/types";
import { takeUpdatedLine } from "@/flow/updated-line";
import { Builder } from "./builder";
import { editedBundle } from "./edited-bundle";

const { push } = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const day = "2026-11-21";
const steps: BundleStep[] = [
  {
    promotionRuleId: "taking-home",
    uiLabel: "To take home",
    uiDescription: "",
    minQuantity: 1,
    maxQuantity: 2,
    products: [
      {
        extProductId: "shop",
        displayName: "Shop",
        performances: [],
        variants: ["Book", "Poster"].map((displayName) => ({
          extProductVariantId: displayName,
          displayName,
          minQuantity: 1,
          maxQuantity: 1,
          requiresPerformance: false,
          displayPrice: 12,
          regularDisplayPrice: 18.3,
          capacityLevelId: 1,
          capacityDescription: "Available",
          performancePrices: [],
        })),
      },
    ],
  },
];
const book = { productVariantId: "Book", displayName: "Book", quantity: 1, performances: [], seats: [] };
const group = {
  bundleDate: day,
  packageItemGroups: [{ productId: "shop", productDisplayName: "Shop", items: [book] }],
};

/** The calls to the API, and their answers by path. */
let calls: { path: string; body: unknown }[] = [];
let answers: Record<string, () => Response> = {};

beforeEach(() => {
  calls = [];
  answers = { "/api/bundle/steps/day-out": () => Response.json(steps) };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path === "/api/cart/mini-cart") return Response.json({ itemCount: 1 });
    const answer = answers[path];
    if (!answer) return new Promise(() => {});
    calls.push({ path, body: await request.json() });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  push.mockClear();
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

function open(edited: "gone" | "line-1" | null, removed = false) {
  window.history.replaceState(null, "", `/builder/day-out${edited ? "?line=line-1" : ""}`);
  render(
    <Builder
      bundle={{
        id: "day-out",
        fromPrice: 12,
        fromPriceFor: "Book or poster",
        isPricedByDate: false,
        orderFees: [],
      }}
      name="A day out"
      dates={[day]}
      day={edited === "gone" ? day : null}
      edited={edited === "line-1" ? editedBundle("line-1", { group, removed }) : edited}
      summary={null}
    />,
  );
}

const notFound = () => Response.json({ success: false, message: "Not found." }, { status: 404 });
const gone = "This bundle is no longer in your cart. You can build it again here.";

test("an edited bundle opens with its choices, replaces its line, and returns to it in the cart", async () => {
  answers["/api/cart/add"] = () => Response.json({ success: true, confirmationRequired: false });
  open("line-1");
  const poster = await screen.findByRole("checkbox", { name: /^Poster/ });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Book/ }).checked).toBe(true);
  expect(calls[0]?.body).toEqual({ date: day, lineId: "line-1" });
  expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe("/cart#line-1");
  fireEvent.click(poster);
  fireEvent.click(screen.getByRole("button", { name: "Update cart" }));
  await vi.waitFor(() => expect(push).toHaveBeenCalledWith("/cart#line-1"));
  expect(takeUpdatedLine()).toBe("line-1");
  const added = calls.find(({ path }) => path === "/api/cart/add")?.body;
  expect(added).toMatchObject({ bundleDate: day, bundlePrice: 24, replaces: ["line-1"] });
});

test("until a part is chosen, the bar shows the lowest price; then the total and what the bundle saves", async () => {
  open("gone");
  const poster = await screen.findByRole("checkbox", { name: /^Poster/ });
  const bar = () => document.querySelector("[data-buy-bar]")?.textContent;
  expect(bar()).toContain("from $12.00 · Book or poster");
  fireEvent.click(poster);
  expect(bar()).toContain("You save $6.30. Bought separately: $18.30");
  expect(document.querySelector("output")?.textContent).toBe("$12.00");
});

test("a line that is not in the cart is reported, and the builder adds a new bundle", async () => {
  open("gone");
  expect(screen.getByText(gone)).toBeDefined();
  expect(window.location.search).toBe("");
  await screen.findByRole("checkbox", { name: /^Book/ });
  expect(calls[0]?.body).toEqual({ date: day });
  expect(screen.getByRole("button", { name: "Add to Cart" })).toBeDefined();
});

test("if the line disappears while it is edited, the choices stay and can be added as a new bundle", async () => {
  open("line-1");
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Poster/ }));
  answers["/api/cart/add"] = notFound;
  fireEvent.click(screen.getByRole("button", { name: "Update cart" }));
  await screen.findByText(gone);
  expect(screen.getByRole("button", { name: "Add to Cart" })).toBeDefined();
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ date: day }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Poster/ }).checked).toBe(true);
});

test("if the line disappears before its steps have loaded, they are loaded without it", async () => {
  let isFirst = true;
  answers["/api/bundle/steps/day-out"] = () => {
    const answer = isFirst ? notFound() : Response.json(steps);
    isFirst = false;
    return answer;
  };
  open("line-1");
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Book/ })).checked).toBe(true);
  expect(screen.getByText(gone)).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([{ date: day, lineId: "line-1" }, { date: day }]);
});
