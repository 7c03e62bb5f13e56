import { expect, test } from "vitest";
import type { Performance, Product, ProductDate, SaleState, Variant } from "@/api/types";
import { productData } from "./structured-data";

const variant = (displayPrice: number): Variant => ({
  id: `v${displayPrice}`,
  extProductVariantId: `v${displayPrice}`,
  isPass: false,
  isRestricted: false,
  inFromPrice: true,
  cheaperSales: [],
  displayName: "Adult",
  displayPrice,
  displayPriceIsFrom: false,
  unitPrice: displayPrice,
  minQuantity: 1,
  maxQuantity: 10,
  selectionIndex: 1,
});

const product = (prices: number[], hasPerformances = true) =>
  ({
    id: "day",
    productDisplayName: "Day Ticket",
    productShortDescription: "A day",
    productImages: [{ url: "/api/picture/day.webp" }],
    hasPerformances,
    isOnSale: true,
    hideVariantsInMultiProductView: false,
    requiresLoginChallenge: false,
    variants: prices.map(variant),
  }) as Product;

const dates = (...levels: number[]) =>
  levels.map((capacityLevelId, index) => ({
    date: `2026-12-0${index + 1}`,
    capacityLevelId,
    capacityDescription: "",
  })) as ProductDate[];

const data = (prices: number[], levels: number[]) =>
  productData({
    product: product(prices),
    dates: dates(...levels),
    url: "https://shop.test/product/single/day",
    next: null,
    state: null,
    seller: "Shop",
    base: "https://shop.test",
  });

test("one price is described as an offer, and several prices are described as a range", () => {
  expect(data([49], [1]).offers).toMatchObject({ "@type": "Offer", price: "49.00" });
  expect(data([49, 39.5], [1]).offers).toMatchObject({
    "@type": "AggregateOffer",
    lowPrice: "39.50",
    highPrice: "49.00",
  });
});

test("if prices differ by day, the price range covers the upcoming days", () => {
  const adult = { ...variant(19.25), displayPriceIsFrom: true, highestDisplayPrice: 46.25 };
  const input = { product: { ...product([]), variants: [adult] }, dates: dates(1), next: null };
  const { offers } = productData({
    ...input,
    url: "https://shop.test/day",
    state: null,
    seller: "Shop",
    base: "https://shop.test",
  });
  expect(offers).toMatchObject({ "@type": "AggregateOffer", lowPrice: "19.25", highPrice: "46.25" });
});

test.each([
  [[1, 4], "InStock"],
  [[4, 3], "LimitedAvailability"],
  [[4, 99], "SoldOut"],
  [[], "SoldOut"],
])("dates with capacity levels %j have the availability %s", (levels, availability) => {
  expect(data([49], levels).offers).toMatchObject({ availability: `https://schema.org/${availability}` });
});

test("a product without days is in stock until nothing is left of it", () => {
  const offers = (state: SaleState | null) =>
    productData({
      product: product([49], false),
      dates: [],
      url: "https://shop.test/product/single/day",
      next: null,
      state,
      seller: "Shop",
      base: "https://shop.test",
    }).offers;
  expect(offers(null)).toMatchObject({ availability: "https://schema.org/InStock" });
  expect(offers("soldOut")).toMatchObject({ availability: "https://schema.org/SoldOut" });
});

test("a product whose dates are over is sold out", () => {
  const { offers } = productData({
    product: product([49]),
    dates: [],
    url: "https://shop.test/product/single/day",
    next: null,
    state: "ended",
    seller: "Shop",
    base: "https://shop.test",
  });
  expect(offers).toMatchObject({ availability: "https://schema.org/SoldOut" });
});

test("picture addresses are absolute", () => {
  expect(data([49], [1]).image).toEqual(["https://shop.test/api/picture/day.webp"]);
});

test("the next performance at a known place is described as an event with a start and an address", () => {
  const dated = productData({
    product: {
      ...product([49]),
      site: {
        id: "park",
        name: "North Park",
        timeZone: "America/New_York",
        schemaType: "AmusementPark",
        street: "1 Ridge Road",
        city: "Halden",
        state: "NY",
        zip: "12345",
        country: "US",
      },
    },
    dates: dates(1),
    next: { performanceDateTime: "2026-12-01T10:00:00-05:00" } as Performance,
    url: "https://shop.test/product/single/day",
    state: null,
    seller: "Shop",
    base: "https://shop.test",
  });
  expect(dated).toMatchObject({
    "@type": "Event",
    startDate: "2026-12-01T10:00:00-05:00",
    location: { "@type": "AmusementPark", address: { streetAddress: "1 Ridge Road", addressRegion: "NY" } },
  });
});
