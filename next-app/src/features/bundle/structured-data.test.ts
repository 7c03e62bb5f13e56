import { expect, test } from "vitest";
import type { BundleBuilder } from "@/api/types";
import { bundleData } from "./structured-data";

const builder = (bundleDates: string[]): BundleBuilder => ({
  success: true,
  pageTitle: "A day out",
  pageDescription: "",
  bundleDates,
  venues: [],
  requiresLoginChallenge: false,
  bundle: {
    id: "day-out",
    displayName: "A day out",
    shortDescription: "Gardens and a concert",
    images: [
      {
        url: "/api/picture/a-1600.webp",
        alt: "",
        width: 8,
        height: 6,
        sources: [],
        shareUrl: "/api/picture/a.jpg",
      },
    ],
    fromPrice: 36.4,
    saving: 0,
    isPricedByDate: false,
    cancellationPolicy: "You can't cancel this online.",
    orderFees: [],
  },
});

const input = {
  url: "https://shop.example/builder/day-out",
  seller: "Gardens",
  base: "https://shop.example",
};

test("the structured data of a bundle has its name, description, pictures, price, availability and seller", () => {
  const data = bundleData({ builder: builder(["2026-12-05"]), ...input });
  expect(data).toMatchObject({
    "@type": "Product",
    name: "A day out",
    description: "Gardens and a concert",
    image: ["https://shop.example/api/picture/a.jpg", "https://shop.example/api/picture/a-1600.webp"],
    offers: { lowPrice: "36.40", availability: "https://schema.org/InStock", seller: { name: "Gardens" } },
  });
});

test("a bundle without an available day is described as sold out", () => {
  const data = bundleData({ builder: builder([]), ...input });
  expect(data).toMatchObject({ offers: { availability: "https://schema.org/SoldOut" } });
});
