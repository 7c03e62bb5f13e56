import { call } from "@/api/call";
import { type Refusal, unreachable } from "@/api/outcome";
import type { Cart, CartQuote } from "@/api/types";
import { toCents } from "@/lib/money";
import type { Sale } from "@/parts/performance-picker/sale";
import { errorText } from "@/text/error-texts";
import type { CodeLine } from "./code-lines";

/** Which lines a code or another sale is used for. It is loaded when one is submitted, because most carts have none. */

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

/** Offers that a code in the cart keeps from applying, and how much less the cart would cost with them, in cents. */
export type OtherOffers = { names: string[]; less: number };

/**
 * The offers that would apply without the code. If the cart would not be cheaper with them, `less` is zero. Null if there
 * are none.
 */
export function otherOffers(withCode: PricedChoice, without: PricedChoice): OtherOffers | null {
  const names = [...without.offers]
    .filter(([name, saved]) => saved > (withCode.offers.get(name) ?? 0))
    .map(([name]) => name);
  return names.length > 0 ? { names, less: Math.max(0, withCode.total - without.total) } : null;
}

/**
 * Prices the cart with the sale: for all lines, for the lines of each variant, and for those that save money together.
 * Refused choices are left out; if all are refused, returns the first refusal.
 */
async function quoteChoices(
  cart: Cart,
  lines: CodeLine[],
  sale: Sale,
  busy: string,
): Promise<PricedChoice[] | Refusal> {
  const quote = async (chosen: CodeLine[]) => {
    const items = chosen.map(({ wanted }) => wanted);
    const replaces = chosen.map(({ id }) => id);
    const quoted = await call<{ value?: CartQuote }>(
      (api) => api.POST("/cart/quote", { body: { ...sale, items, replaces } }),
      { busy },
    );
    if (!quoted.ok) return quoted;
    const { value } = quoted.answer;
    return value ? pricedChoice(chosen, value) : unreachable(errorText("error.unexpected"));
  };
  const answers = await Promise.all(codeChoices(lines).map(quote));
  const choices = answers.filter((answer) => "total" in answer);
  const parts = choices.filter((choice) => choice.lines.length < lines.length);
  const saving = savingLines(unchangedCart(cart), parts);
  const isNew = saving.length > 0 && saving.length < lines.length;
  if (isNew && parts.every((part) => part.lines.length < saving.length)) {
    const together = await quote(saving);
    if ("total" in together) choices.push(together);
  }
  const refusal = answers.find((answer) => "status" in answer);
  return choices.length === 0 && refusal ? refusal : choices;
}

/** The lines of the cheapest choice, and the offers that the code would replace if it were used for all lines. */
export type CodeChoice = { best: CodeLine[]; replacing: ReplacedOffers | null };

/** Prices the cart with a code or another sale, and chooses the lines for which it lowers the price. */
export async function fetchCodeChoice(
  cart: Cart,
  lines: CodeLine[],
  sale: Sale,
  busy: string,
): Promise<CodeChoice | Refusal> {
  const quoted = await quoteChoices(cart, lines, sale, busy);
  if (!Array.isArray(quoted)) return quoted;
  const best = cheapest(unchangedCart(cart), quoted);
  const all = quoted.find((choice) => choice.lines.length === lines.length);
  return { best: best.lines, replacing: all && all !== best ? replacedOffers(best, all) : null };
}

/** The lines for which a sale lowers the price of the cart, and that price. Without such a line, the cart as it is. */
export async function fetchCheapestLines(
  cart: Cart,
  lines: CodeLine[],
  sale: Sale,
  busy: string,
): Promise<PricedChoice | Refusal> {
  const quoted = await quoteChoices(cart, lines, sale, busy);
  return Array.isArray(quoted) ? cheapest(unchangedCart(cart), quoted) : quoted;
}
