// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { FeesIncluded } from "./fees-included";

afterEach(cleanup);

const t = createTranslate({}, productTexts);

const price = (displayPrice: number, unitPrice = displayPrice) => ({
  displayPrice,
  unitPrice,
  inFromPrice: true,
});

test.each([
  [[price(0), price(12, 10)], true, "Ticket fees included. Taxes are added in the cart."],
  [[price(0), price(12)], true, "Taxes are added in the cart."],
  [[price(12, 10)], false, "Ticket fees included."],
  [[price(12)], false, ""],
  [[price(0)], true, ""],
  [[], true, ""],
])("the note about fees and taxes beside the variants %j, taxed: %j, is %j", (variants, isTaxed, text) => {
  const products = [{ variants, isTaxed } as unknown as Product];
  const shown = render(<FeesIncluded t={t} products={products} />);
  expect(shown.container.textContent).toBe(text);
});
