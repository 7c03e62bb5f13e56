// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CheaperSale } from "@/api/types";
import { aVariant } from "@/parts/performance-picker/sample";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { CheaperSaleList } from "./cheaper-sale-list";
import { saleContext } from "./cheaper-sales";

afterEach(cleanup);

const t = createTranslate({}, cheaperSaleTexts, productTexts);
const firstPass = { title: "Your first pass", tag: "season", sellsPasses: true };
const winter = { title: "Winter weekends", tag: "winter", sellsPasses: false };
const ferry = { title: "10% off for ferry riders", code: "FERRY10", sellsPasses: false };
const at = (sale: Omit<CheaperSale, "displayPrice">, displayPrice: number) => ({ ...sale, displayPrice });
const links = () => screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

test("a sale of several variants is one line with the lowest price and a link to its page", () => {
  const pass = (id: string, price: number) => aVariant(id, { cheaperSales: [at(firstPass, price)] });
  render(<CheaperSaleList t={t} variants={[pass("gold", 135), pass("silver", 90), aVariant("case")]} />);
  expect(links()).toEqual([["Your first pass: from $90.00", "/product/multi/pass/tag/season"]]);
});

test("the price of a sale is the lowest of all variants, as the product's own, and may differ by day", () => {
  const child = aVariant("child", { isRestricted: true, cheaperSales: [at(winter, 20)] });
  render(<CheaperSaleList t={t} variants={[aVariant("adult", { cheaperSales: [at(winter, 40)] }), child]} />);
  expect(links()).toEqual([["Winter weekends: from $20.00", "/product/multi/tag/winter"]]);
  cleanup();
  const dated = { displayPriceIsFrom: true, cheaperSales: [at(winter, 40)] };
  render(<CheaperSaleList t={t} variants={[aVariant("adult", dated)]} />);
  expect(links()[0]?.[0]).toBe("Winter weekends: from $40.00");
});

test("each sale has its own line, and a public code is named with its offer", () => {
  const cheaperSales = [at(winter, 40), at(ferry, 45)];
  render(<CheaperSaleList t={t} variants={[aVariant("adult", { cheaperSales })]} />);
  expect(links()).toEqual([
    ["Winter weekends: $40.00", "/product/multi/tag/winter"],
    ["Code FERRY10: 10% off for ferry riders", "/product/multi/promo/FERRY10"],
  ]);
});

test("nothing is shown without a sale", () => {
  const { container } = render(<CheaperSaleList t={t} variants={[aVariant("adult")]} />);
  expect(container.childElementCount).toBe(0);
});

test("a sale sells in the sale context of its page or its code, or as a cross-sell without either", () => {
  expect(saleContext(at(winter, 40))).toEqual({
    saleFlowId: 3,
    specificPromotionTypeId: 5,
    tags: ["winter"],
  });
  expect(saleContext(at(firstPass, 90))).toEqual({
    saleFlowId: 3,
    specificPromotionTypeId: 7,
    tags: ["season"],
  });
  expect(saleContext(at(ferry, 45))).toEqual({ saleFlowId: 5, promotionCode: "FERRY10" });
  const photo = { title: "Photo with your ticket", sellsPasses: false, displayPrice: 14 };
  expect(saleContext(photo)).toEqual({ saleFlowId: 6, specificPromotionTypeId: 18 });
});
