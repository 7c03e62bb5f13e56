// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PackageDetails, type PackageLine } from "./package-details";

afterEach(cleanup);

const part = (productVariantId: string, displayName: string, quantity: number) => ({
  productVariantId,
  displayName,
  quantity,
  performances: [],
});

const line: PackageLine = {
  name: "A Day by the Harbor",
  description: undefined,
  percentage: undefined,
  showsPricing: false,
  groups: [
    {
      productId: "museum",
      productDisplayName: "Museum",
      items: [part("adult", "Adult", 2), part("youth", "Youth", 1)],
    },
    { productId: "ferry", productDisplayName: "Ferry", items: [part("party", "Party of up to six", 1)] },
  ],
};

test("a package lists its contents with their quantities without being opened", () => {
  render(<PackageDetails line={line} />);
  const held = within(screen.getByRole("list", { name: "Contents" })).getAllByRole("listitem");
  expect(held.map((item) => item.textContent)).toEqual([
    "2 × Museum, Adult",
    "1 × Museum, Youth",
    "1 × Ferry, Party of up to six",
  ]);
});
