// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FindResult, Product } from "@/api/types";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { productTexts } from "@/text/areas/product";
import { promotionTexts } from "@/text/areas/promotion";
import { createTranslate } from "@/text/texts";
import { OnSale, type SaleStates } from "./on-sale";

afterEach(cleanup);

const t = createTranslate({}, cheaperSaleTexts, homeTexts, findTexts, productTexts, promotionTexts);
const tour = {
  id: "tour",
  productDisplayName: "Tour",
  productShortDescription: "",
  productImages: [],
  hasPerformances: true,
  onSaleFrom: "2026-12-04T10:00:00-05:00",
  variants: [20, 0, 15].map((displayPrice) => ({ displayPrice, inFromPrice: true, cheaperSales: [] })),
} as unknown as Product;

const picture = { url: "/tour.webp", alt: "A tour", width: 3, height: 2, sources: [] };
const found = { today: "2026-12-01", lastDate: "2027-05-29", days: [] } as unknown as FindResult;

function show(titles: string[], states: SaleStates = new Map()) {
  const sections = titles.map((title) => ({ title, products: [tour], bundles: [] }));
  render(
    <OnSale
      t={t}
      description=""
      leadPicture={null}
      found={found}
      sections={sections}
      states={states}
      tagPages={[]}
      reserves={false}
    />,
  );
}

test.each<[SaleStates, string]>([
  [new Map(), "Tourfrom $15.00Pick a date"],
  [new Map([["tour", "soldOut"]]), "TourSold out"],
  [new Map([["tour", "ended"]]), "TourAll dates have passed"],
  [new Map([["tour", "upcoming"]]), "Tourfrom $15.00On sale starting Fri, Dec 4, 10:00\u00a0AM"],
])("a product with the sale states %o is shown as %j", (states, shown) => {
  show(["Tours"], states);
  expect(screen.getByRole("article").textContent).toBe(shown);
});

test.each([
  ["a single card without a picture is one column wide", [], true],
  ["a single card with a picture takes the full width", [picture], false],
])("%s", (_, productImages, isNarrow) => {
  const product = { ...tour, productImages } as Product;
  const sections = [{ title: "Tours", products: [product], bundles: [] }];
  render(
    <OnSale
      t={t}
      description=""
      leadPicture={null}
      found={found}
      sections={sections}
      states={new Map()}
      tagPages={[]}
      reserves={false}
    />,
  );
  expect(screen.getByRole("article").closest("ul")?.className.includes("lg:grid-cols-3")).toBe(isNarrow);
});

test("products that are over come after all others of their section", () => {
  const other = { ...tour, id: "walk", productDisplayName: "Walk" };
  const states: SaleStates = new Map([["tour", "ended"]]);
  const sections = [{ title: "Tours", products: [tour, other], bundles: [] }];
  render(
    <OnSale
      t={t}
      description=""
      leadPicture={null}
      found={found}
      sections={sections}
      states={states}
      tagPages={[]}
      reserves={false}
    />,
  );
  const names = screen.getAllByRole("article").map((card) => within(card).getByRole("link").textContent);
  expect(names).toEqual(["Walk", "Tour"]);
});

test("a shop that sells nothing for a day does not ask for one", () => {
  show(["Passes"]);
  expect(screen.queryByText("When would you like to visit?")).toBeNull();
  expect(screen.queryByLabelText("Date")).toBeNull();
});

test("links at the top lead to the sections, if there are several", () => {
  show(["Park", "Museum", "Theater"]);
  const links = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(["Park", "Museum", "Theater"]);
  for (const link of links) {
    const id = link.getAttribute("href")?.slice(1) ?? "";
    expect(document.getElementById(id)?.textContent).toBe(link.textContent);
  }
  cleanup();
  show(["Park", "Museum"]);
  expect(screen.queryByRole("navigation", { name: "On this page" })).toBeNull();
});
