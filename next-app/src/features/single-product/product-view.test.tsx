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

function show(product: Partial<Product>) {
  const page: ProductPage = {
    product: { ...guide, ...product },
    dates: [],
    starting: null,
    day: null,
    variant: null,
    next: null,
    sale: publicSale,
  };
  render(<ProductView page={pack(page)} closed={<p>Sold out</p>} />);
}

test("the offers of a product are named with their conditions before anything is chosen", () => {
  const offer = { displayName: "One child free with two adults", description: "On the same day." };
  show({ offers: [offer] });
  expect(screen.getByRole("list", { name: "Offers" }).textContent).toBe(
    "One child free with two adultsOn the same day.",
  );
});

test.each([
  [true, true, 1],
  [true, false, 0],
  [false, true, 0],
])(
  "of a product that is a package, %s, with places, %s, the page says who chooses the places",
  (isPackage, hasPlaces, times) => {
    show({ isPackage, hasPlaces });
    expect(screen.queryAllByText("We'll pick the best available seats together for you.")).toHaveLength(
      times,
    );
  },
);
