import type { Cart, CartAddLine, CartGroup, CartItem, Product } from "@/api/types";
import { codeSale, crossSellSale, publicSale, tagSale } from "@/parts/performance-picker/sale";

/** Pure functions that decide what a promotion code or another sale does to a cart. */

/** A line of the cart, and the same line as it is bought in another sale. */
export type CodeLine = { id: string; bought: CartItem; wanted: CartAddLine };

const { saleFlowId: publicFlow } = publicSale;
const { saleFlowId: codeFlow } = codeSale("");
const { saleFlowId: tagFlow } = tagSale([]);
const { saleFlowId: crossSellFlow } = crossSellSale;

/** The sales that a code may replace. Lines of all others were bought under a right of the shopper or beside others. */
const openFlows = [publicFlow, codeFlow, tagFlow, crossSellFlow];

/** The lines of the cart that the offer of a code covers and that were not bought with that code. */
export function codeLines(
  cart: Pick<Cart, "itemGroups">,
  offered: readonly Product[],
  code: string,
): CodeLine[] {
  return cart.itemGroups.flatMap((group) =>
    group.items
      .filter((item) => isOpen(group, item) && covers(offered, group, item) && !hasCode(item, code))
      .map((item) => codeLine(group, item)),
  );
}

/** Whether a line of the cart was bought with this code, in any case of its letters. */
export function usesCode({ itemGroups }: Pick<Cart, "itemGroups">, code: string): boolean {
  return itemGroups.some(({ items }) => items.some((item) => hasCode(item, code)));
}

function hasCode({ promotionCode = "" }: CartItem, code: string): boolean {
  return promotionCode.toUpperCase() === code.toUpperCase();
}

/** A code, or an offer of a tag's page, that the cart uses, and the lines that can be bought without it. */
export type AppliedSale = {
  /** Absent for the offer of a tag's page. */
  code: string | undefined;
  name: string;
  lines: CodeLine[];
};

/** The codes, and the offers of tags' pages, that the cart's lines were bought with. */
export function appliedSales({ itemGroups }: Pick<Cart, "itemGroups">): AppliedSale[] {
  const sales = new Map<string, AppliedSale>();
  for (const group of itemGroups) {
    for (const item of group.items) {
      const { promotionCode: code, promotionName: name = "" } = item;
      const isOfTag = item.saleFlowId === tagFlow && name !== "" && group.hasPage;
      const isOfCode = item.saleFlowId === codeFlow && code !== undefined;
      if ((!isOfTag && !isOfCode) || isSpecial(group, item)) continue;
      const key = code ?? `offer ${name}`;
      const applied = sales.get(key) ?? { code, name, lines: [] };
      sales.set(key, { ...applied, lines: [...applied.lines, codeLine(group, item)] });
    }
  }
  return [...sales.values()];
}

/** Whether a line is more than a ticket or product that can be added again by its ids. */
function isSpecial(group: CartGroup, item: CartItem): boolean {
  const isOneOfAKind = group.isPackage || group.isBundle || group.isDonation || item.productVariantIsPass;
  return isOneOfAKind || item.entitlements.length > 0;
}

function isOpen(group: CartGroup, item: CartItem): boolean {
  return !isSpecial(group, item) && openFlows.includes(item.saleFlowId);
}

function covers(offered: readonly Product[], group: CartGroup, item: CartItem): boolean {
  const product = offered.find(({ id }) => id === group.productId);
  return Boolean(product?.variants.some((variant) => variant.extProductVariantId === item.productVariantId));
}

/** A line, and the same line as it is bought again. */
export function codeLine(group: CartGroup, bought: CartItem): CodeLine {
  const performances = bought.performances.map(
    ({ selectionIndex, performanceId, seatId, showCategoryId, accessibilityDeclared }) => ({
      selectionIndex,
      performanceId,
      ...(seatId ? { seatId } : showCategoryId ? { showCategoryId } : {}),
      ...(accessibilityDeclared ? { accessibilityDeclared } : {}),
    }),
  );
  const wanted = {
    productId: group.productId,
    productVariantId: bought.productVariantId,
    quantity: bought.quantity,
    ...(performances.length > 0 ? { performances } : {}),
  };
  return { id: bought.id, bought, wanted };
}
