import { expect, test } from "vitest";
import type { CartItem, Product } from "@/api/types";
import { aGroup, aLine } from "@/parts/cart-lines/sample";
import { appliedSales, codeLines, usesCode } from "./code-lines";

const offered = [{ id: "day", variants: [{ extProductVariantId: "adult" }] }] as Product[];
const visit = { selectionIndex: 1, performanceId: "p1", showName: "Day" } as CartItem["performances"][number];
const line = (id: string, changes: Partial<CartItem> = {}) => ({ ...aLine(id, 50, 2), ...changes });
const idsOf = (...items: CartItem[]) =>
  codeLines({ itemGroups: [aGroup("day", ...items)] }, offered, "FERRY10").map(({ id }) => id);

test("a code covers the lines of its variants, which are bought again for the same visit", () => {
  const cart = {
    itemGroups: [aGroup("day", line("a", { performances: [visit] })), aGroup("book", line("b"))],
  };
  const lines = codeLines(cart, offered, "FERRY10");
  expect(lines.map(({ wanted }) => wanted)).toEqual([
    {
      productId: "day",
      productVariantId: "adult",
      quantity: 2,
      performances: [{ selectionIndex: 1, performanceId: "p1" }],
    },
  ]);
});

test("a code is tried for lines at a sale price, in an open sale or with another code, but not for its own", () => {
  const sold = (id: string, saleFlowId: CartItem["saleFlowId"], changes: Partial<CartItem> = {}) =>
    line(id, { saleFlowId, promotionName: "Spring", ...changes });
  const lines = [
    sold("sale price", 1),
    sold("tag", 3),
    sold("cross-sell", 6),
    sold("other code", 5, { promotionCode: "GARDEN" }),
    sold("same code", 5, { promotionCode: "FERRY10" }),
  ];
  expect(idsOf(...lines)).toEqual(["sale price", "tag", "cross-sell", "other code"]);
  const cart = { itemGroups: [aGroup("day", ...lines)] };
  expect([usesCode(cart, "ferry10"), usesCode(cart, "FERRY20")]).toEqual([true, false]);
});

test("a code does not replace passes, rights, redemptions and other variants", () => {
  expect(
    idsOf(
      line("child", { productVariantId: "child" }),
      line("add-on", { saleFlowId: 4 }),
      line("verified", { saleFlowId: 7, promotionName: "For staff" }),
      line("pass", { productVariantIsPass: true }),
      line("redeemed", { entitlements: [{}] as CartItem["entitlements"] }),
    ),
  ).toEqual([]);
  const group = { ...aGroup("day", line("part")), isPackage: true };
  expect(codeLines({ itemGroups: [group] }, offered, "FERRY10")).toEqual([]);
});

test("a line is bought again at its section or its seat", () => {
  const section = { ...visit, showCategoryName: "Balcony", showCategoryId: "balcony" };
  const seat = { ...section, seatId: "balcony-1-2" };
  const cart = {
    itemGroups: [aGroup("day", line("a", { performances: [section] }), line("b", { performances: [seat] }))],
  };
  const places = codeLines(cart, offered, "FERRY10").map(({ wanted }) => wanted.performances?.[0]);
  expect(places).toEqual([
    { selectionIndex: 1, performanceId: "p1", showCategoryId: "balcony" },
    { selectionIndex: 1, performanceId: "p1", seatId: "balcony-1-2" },
  ]);
});

test("the codes and open sales of the cart have the lines that can be bought without them", () => {
  const coded = { saleFlowId: 5, promotionName: "Ferry riders", promotionCode: "FERRY10" } as const;
  const winter = { saleFlowId: 3, promotionName: "Winter weekends" } as const;
  const cart = {
    itemGroups: [
      aGroup(
        "day",
        line("a", { ...coded, performances: [visit] }),
        line("public"),
        line("sale price", { promotionName: "Spring" }),
        line("add-on", { ...coded, saleFlowId: 4 }),
        line("pass", { ...coded, productVariantIsPass: true }),
        line("new pass", { ...winter, productVariantIsPass: true }),
        line("c", winter),
      ),
      aGroup("book", line("b", coded)),
      { ...aGroup("gift", line("only in the sale", winter)), hasPage: false },
    ],
  };
  const applied = appliedSales(cart).map(({ code, name, lines }) => [code, name, lines.map(({ id }) => id)]);
  expect(applied).toEqual([
    ["FERRY10", "Ferry riders", ["a", "b"]],
    [undefined, "Winter weekends", ["c"]],
  ]);
});
