// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product } from "@/api/types";
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

function show(product: Partial<Product>, isSoldOut: boolean) {
  const page: ProductPage = {
    product: { ...guide, ...product },
    dates: [],
    starting: null,
    day: null,
    variant: null,
    next: null,
    sale: publicSale,
    isSoldOut,
  };
  render(<ProductView page={pack(page)} />);
}

test.each<[Partial<Product>, boolean, string, boolean]>([
  [{}, true, "This product is sold out.", true],
  [{ isOnSale: false }, false, "This product isn't available right now.", true],
  [
    { isOnSale: false, onSaleFrom: "2027-09-06T10:00:00" },
    false,
    "On sale starting Monday, September 6, 2027.",
    false,
  ],
])(
  "a product that cannot be bought, %j, says why and leads to what can be bought",
  (product, isSoldOut, text, leads) => {
    show(product, isSoldOut);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
    const link = screen.queryByRole("link", { name: "See what else you can buy" });
    expect(link?.getAttribute("href") ?? null).toBe(leads ? "/" : null);
  },
);

test("the offers of a product are named with their conditions before anything is chosen", () => {
  const offer = { displayName: "One child free with two adults", description: "On the same day." };
  show({ offers: [offer] }, true);
  expect(screen.getByRole("list", { name: "Offers" }).textContent).toBe(
    "One child free with two adultsOn the same day.",
  );
});
