import { expect, test } from "vitest";
import type { CartItem, Product } from "@/api/types";
import { aGroup, aLine } from "@/parts/cart-lines/sample";
import { appliedCodes, codeLines } from "./code-lines";

const offered = [{ id: "day", variants: [{ extProductVariantId: "adult" }] }] as Product[];
const visit = { selectionIndex: 1, performanceId: "p1", showName: "Day" } as CartItem["performances"][number];
const line = (id: string, changes: Partial<CartItem> = {}) => ({ ...aLine(id, 50, 2), ...changes });
const idsOf = (...items: CartItem[]) =>
  codeLines({ itemGroups: [aGroup("day", ...items)] }, offered).map(({ id }) => id);

test("a code covers the lines of its variants, which are bought again for the same visit", () => {
  const cart = {
    itemGroups: [aGroup("day", line("a", { performances: [visit] })), aGroup("book", line("b"))],
  };
  const lines = codeLines(cart, offered);
  expect(lines.map(({ wanted }) => wanted)).toEqual([
    {
      productId: "day",
      productVariantId: "adult",
      quantity: 2,
      performances: [{ selectionIndex: 1, performanceId: "p1" }],
    },
  ]);
});

test("a code does not replace other promotions, passes, redemptions and other variants", () => {
  expect(
    idsOf(
      line("child", { productVariantId: "child" }),
      line("promoted", { promotionName: "Spring" }),
      line("add-on", { saleFlowId: 4 }),
      line("pass", { productVariantIsPass: true }),
      line("redeemed", { entitlements: [{}] as CartItem["entitlements"] }),
    ),
  ).toEqual([]);
  const group = { ...aGroup("day", line("part")), isPackage: true };
  expect(codeLines({ itemGroups: [group] }, offered)).toEqual([]);
});

test("a line is bought again at its section or its seat", () => {
  const section = { ...visit, showCategoryName: "Balcony", showCategoryId: "balcony" };
  const seat = { ...section, seatId: "balcony-1-2" };
  const cart = {
    itemGroups: [aGroup("day", line("a", { performances: [section] }), line("b", { performances: [seat] }))],
  };
  const places = codeLines(cart, offered).map(({ wanted }) => wanted.performances?.[0]);
  expect(places).toEqual([
    { selectionIndex: 1, performanceId: "p1", showCategoryId: "balcony" },
    { selectionIndex: 1, performanceId: "p1", seatId: "balcony-1-2" },
  ]);
});

test("the codes of the cart have the lines that can be bought without them", () => {
  const coded = { saleFlowId: 5, promotionName: "Ferry riders", promotionCode: "FERRY10" } as const;
  const cart = {
    itemGroups: [
      aGroup(
        "day",
        line("a", { ...coded, performances: [visit] }),
        line("public"),
        line("add-on", { ...coded, saleFlowId: 4 }),
        line("pass", { ...coded, productVariantIsPass: true }),
      ),
      aGroup("book", line("b", coded)),
    ],
  };
  const [applied, ...others] = appliedCodes(cart);
  expect(others).toEqual([]);
  expect(applied).toMatchObject({ code: "FERRY10", name: "Ferry riders" });
  expect(applied?.lines.map(({ id, wanted }) => [id, wanted.productId])).toEqual([
    ["a", "day"],
    ["b", "book"],
  ]);
});
