// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product, SaleState } from "@/api/types";
import { pack } from "@/lib/packed";
import { publicSale } from "@/parts/performance-picker/sale";
import { type ProductPage, ProductView } from "./product-view";

afterEach(cleanup);

const guide = {
  id: "guide",
  productDisplayName: "Guide",
  productImages: [],
  hasPerformances: false,
  isOnSale: true,
  orderFees: [],
  offers: [],
  variants: [],
} as unknown as Product;

function show(product: Partial<Product>, state: SaleState | null) {
  const page: ProductPage = {
    product: { ...guide, ...product },
    dates: [],
    starting: null,
    day: null,
    variant: null,
    next: null,
    sale: publicSale,
    state,
  };
  render(<ProductView page={pack(page)} />);
}

test.each<[Partial<Product>, SaleState | null, string, boolean]>([
  [{}, "soldOut", "This product is sold out.", true],
  [{ hasPerformances: true }, "soldOut", "This product is sold out.", true],
  [{ hasPerformances: true }, "ended", "All dates of this product are over.", true],
  [{ isOnSale: false }, null, "This product isn't available right now.", true],
  [
    { isOnSale: false, onSaleFrom: "2027-09-06T10:00:00-04:00" },
    "upcoming",
    "On sale starting Monday, September 6, 2027, 10:00 AM.",
    false,
  ],
])(
  "a product that cannot be bought, %j, says why and leads to what can be bought",
  (product, state, text, leads) => {
    show(product, state);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
    const link = screen.queryByRole("link", { name: "See what else you can buy" });
    expect(link?.getAttribute("href") ?? null).toBe(leads ? "/" : null);
  },
);

test("the offers of a product are named with their conditions before anything is chosen", () => {
  const offer = { displayName: "One child free with two adults", description: "On the same day." };
  show({ offers: [offer] }, "soldOut");
  expect(screen.getByRole("list", { name: "Offers" }).textContent).toBe(
    "One child free with two adultsOn the same day.",
  );
});
