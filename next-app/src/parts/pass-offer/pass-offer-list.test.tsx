// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aVariant } from "@/parts/performance-picker/sample";
import { passOfferTexts } from "@/text/areas/pass-offer";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { PassOfferList } from "./pass-offer-list";

afterEach(cleanup);

const t = createTranslate({}, passOfferTexts, productTexts);
const offer = (displayPrice: number) => ({ title: "Your first pass", tag: "season", displayPrice });
const pass = (id: string, displayPrice: number) =>
  aVariant(id, { displayName: "Adult", effectivePassLevelName: id, passOffer: offer(displayPrice) });

test("an offer for several passes is named once, with a link and the price of each pass that it sells", () => {
  render(<PassOfferList t={t} variants={[pass("Silver", 90), pass("Gold", 135), aVariant("case")]} />);
  const link = screen.getByRole("link", { name: "Your first pass" });
  expect(link.getAttribute("href")).toBe("/product/multi/pass/tag/season");
  expect(screen.getByText("Adult (Silver): $90.00")).toBeDefined();
  expect(screen.getByText("Adult (Gold): $135.00")).toBeDefined();
  expect(screen.queryByText(/case/)).toBeNull();
});

test("an offer for the only pass is one line with its price", () => {
  render(<PassOfferList t={t} variants={[pass("Silver", 90)]} />);
  expect(screen.getByRole("link", { name: "Your first pass: $90.00" })).toBeDefined();
});

test("nothing is shown without an offer", () => {
  const { container } = render(<PassOfferList t={t} variants={[aVariant("adult")]} />);
  expect(container.childElementCount).toBe(0);
});
