import type { Cart, CartAddLine, CartGroup, CartItem, CartQuote, Product } from "@/api/types";
import { toCents } from "@/lib/money";
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

function codeLine(group: CartGroup, bought: CartItem): CodeLine {
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

/**
 * Lines that are bought with the code, the price of the whole cart with them in cents, and what each offer in the cart
 * then saves in cents, by its name.
 */
export type PricedChoice = { lines: CodeLine[]; total: number; offers: Map<string, number> };

/** The cart as it is. */
export function unchangedCart({ itemGroups }: Pick<Cart, "itemGroups">): PricedChoice {
  const items = itemGroups.flatMap((group) => group.items);
  const total = items.reduce((sum, { displayTotal }) => sum + toCents(displayTotal), 0);
  return { lines: [], total, offers: savingsOf(items.flatMap(({ offers }) => offers)) };
}

/** The cart with these lines bought with the code. */
export function pricedChoice(lines: CodeLine[], { displayTotal, offers }: CartQuote): PricedChoice {
  return { lines, total: toCents(displayTotal), offers: savingsOf(offers) };
}

function savingsOf(offers: CartQuote["offers"]): Map<string, number> {
  const savings = new Map<string, number>();
  for (const { displayName, displayAdjustmentTotal } of offers) {
    savings.set(displayName, (savings.get(displayName) ?? 0) - toCents(displayAdjustmentTotal));
  }
  return savings;
}

/** All lines, and the lines of each variant for one product, which are priced separately. */
export function codeChoices(lines: CodeLine[]): CodeLine[][] {
  const byVariant = new Map<string, CodeLine[]>();
  for (const line of lines) {
    const key = `${line.wanted.productId} ${line.wanted.productVariantId}`;
    byVariant.set(key, [...(byVariant.get(key) ?? []), line]);
  }
  return byVariant.size > 1 ? [lines, ...byVariant.values()] : [lines];
}

/** The lines of those of these choices that lower the price of the cart. */
export function savingLines(unchanged: PricedChoice, choices: PricedChoice[]): CodeLine[] {
  return choices.filter(({ total }) => total < unchanged.total).flatMap(({ lines }) => lines);
}

/** The cheapest choice; the unchanged cart if no choice is cheaper. */
export function cheapest(unchanged: PricedChoice, choices: PricedChoice[]): PricedChoice {
  return choices.reduce((best, choice) => (choice.total < best.total ? choice : best), unchanged);
}

/** Offers that the code would replace, what they save, and what the code saves instead, in cents. */
export type ReplacedOffers = { names: string[]; worth: number; saving: number };

/**
 * The offers that are lost if the code is used for all lines that it covers, not only for those of the cheapest choice.
 * Null if no offer is lost, or if the code saves nothing there.
 */
export function replacedOffers(best: PricedChoice, all: PricedChoice): ReplacedOffers | null {
  const lost = [...best.offers]
    .map(([name, saved]) => ({ name, worth: saved - (all.offers.get(name) ?? 0) }))
    .filter(({ worth }) => worth > 0);
  const worth = lost.reduce((sum, offer) => sum + offer.worth, 0);
  const saving = best.total - all.total + worth;
  return worth > 0 && saving > 0 ? { names: lost.map(({ name }) => name), worth, saving } : null;
}
