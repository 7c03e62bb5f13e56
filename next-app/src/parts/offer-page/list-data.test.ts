import { expect, test } from "vitest";
import type { Product } from "@/api/types";
import { listData } from "./list-data";

const product = (name: string, prices: number[]) =>
  ({
    productDisplayName: name,
    productImages: [{ url: "/api/picture/a.webp" }],
    variants: prices.map((displayPrice) => ({ displayPrice })),
  }) as unknown as Product;

test("the structured data lists the products and prices of the page", () => {
  const data = listData(
    "Winter",
    [product("Day", [20, 10.5]), product("Guide", [14])],
    "https://shop.test/w",
    "https://shop.test",
  );
  expect(data).toMatchObject({
    "@type": "ItemList",
    name: "Winter",
    numberOfItems: 2,
    itemListElement: [
      {
        position: 1,
        item: {
          name: "Day",
          image: ["https://shop.test/api/picture/a.webp"],
          offers: { "@type": "AggregateOffer", lowPrice: "10.50", highPrice: "20.00", offerCount: 2 },
        },
      },
      { position: 2, item: { offers: { "@type": "Offer", price: "14.00", url: "https://shop.test/w" } } },
    ],
  });
});
