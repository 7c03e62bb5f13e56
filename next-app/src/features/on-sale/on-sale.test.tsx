// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product } from "@/api/types";
import { homeTexts } from "@/text/areas/home";
import { productTexts } from "@/text/areas/product";
import { promotionTexts } from "@/text/areas/promotion";
import { createTranslate } from "@/text/texts";
import { OnSale, type SaleStates } from "./on-sale";

afterEach(cleanup);

const t = createTranslate({}, homeTexts, productTexts, promotionTexts);
const tour = {
  id: "tour",
  productDisplayName: "Tour",
  productShortDescription: "",
  productImages: [],
  hasPerformances: true,
  variants: [{ displayPrice: 20 }, { displayPrice: 0 }, { displayPrice: 15 }],
} as unknown as Product;

function text(states: SaleStates): string | null {
  const sections = [{ title: "Tours", products: [tour], bundles: [] }];
  render(<OnSale t={t} sections={sections} states={states} tagPages={[]} reserves={false} />);
  return screen.getByRole("article").textContent;
}

test.each<[SaleStates, string]>([
  [new Map(), "Tourfrom $15.00Pick a date"],
  [new Map([["tour", "soldOut"]]), "TourSold out"],
  [new Map([["tour", "ended"]]), "TourSale ended"],
])("a product with the sale states %o is shown as %j", (states, shown) => {
  expect(text(states)).toBe(shown);
});
