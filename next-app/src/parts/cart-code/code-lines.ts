import type { Cart, CartAddLine, CartGroup, CartItem, Product } from "@/api/types";
import { codeSale, publicSale } from "@/parts/performance-picker/sale";

/** Pure functions that decide what a promotion code does to a cart. */

/** A line of the cart, and the same line as it is bought with or without the code. */
export type CodeLine = { id: string; bought: CartItem; wanted: CartAddLine };

/** The lines of the cart that the offer of a code covers and that were bought without any promotion. */
export function codeLines(cart: Pick<Cart, "itemGroups">, offered: Product[]): CodeLine[] {
  return cart.itemGroups.flatMap((group) =>
    group.items
      .filter((item) => isPlain(group, item) && covers(offered, group, item))
      .map((item) => codeLine(group, item)),
  );
}

/** A code in the cart, the name of its offer, and the lines that can be bought without it. */
export type AppliedCode = { code: string; name: string; lines: CodeLine[] };

/** The codes that the cart's lines were bought with. */
export function appliedCodes({ itemGroups }: Pick<Cart, "itemGroups">): AppliedCode[] {
  const codes = new Map<string, AppliedCode>();
  for (const group of itemGroups) {
    for (const item of group.items) {
      const { promotionCode: code, promotionName: name = "" } = item;
      if (!code || item.saleFlowId !== codeFlow || isSpecial(group, item)) continue;
      const applied = codes.get(code) ?? { code, name, lines: [] };
      codes.set(code, { ...applied, lines: [...applied.lines, codeLine(group, item)] });
    }
  }
  return [...codes.values()];
}

const { saleFlowId: publicFlow } = publicSale;
const { saleFlowId: codeFlow } = codeSale("");

/** Whether a line is more than a ticket or product that can be added again by its ids. */
function isSpecial(group: CartGroup, item: CartItem): boolean {
  const isOneOfAKind = group.isPackage || group.isBundle || group.isDonation || item.productVariantIsPass;
  return isOneOfAKind || item.entitlements.length > 0;
}

function isPlain(group: CartGroup, item: CartItem): boolean {
  return !isSpecial(group, item) && item.saleFlowId === publicFlow && !item.promotionName;
}

function covers(offered: Product[], group: CartGroup, item: CartItem): boolean {
  const product = offered.find(({ id }) => id === group.productId);
  return Boolean(product?.variants.some((variant) => variant.extProductVariantId === item.productVariantId));
}

/** A line, and the same line as it is bought again. */
export function codeLine(group: CartGroup, bought: CartItem): CodeLine {
  const performances = bought.performances.map(
    ({ selectionIndex, performanceId, seatId, showCategoryId }) => ({
      selectionIndex,
      performanceId,
      ...(seatId ? { seatId } : showCategoryId ? { showCategoryId } : {}),
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
