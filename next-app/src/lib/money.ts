/**
 * Money as the API sends it: a JSON number with at most two decimals, in US dollars. The browser shows amounts and does
 * not compute prices. Its only sums, the running totals before items are in the cart, are computed in whole cents to
 * avoid binary fractions. Amounts are formatted without `Intl`, for the reason given in `dates.ts`.
 */
const thousands = /\B(?=(\d{3})+\.)/g;

/** Formats an amount as `$1,234.50`. A negative amount gets a real minus sign. */
export function formatMoney(amount: number): string {
  const text = `$${Math.abs(amount).toFixed(2).replace(thousands, ",")}`;
  return amount < 0 ? `\u2212${text}` : text;
}

export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

export function formatCents(cents: number): string {
  return formatMoney(cents / 100);
}

/** The plain decimal for structured data: `49.00`. */
export function plainMoney(amount: number): string {
  return (toCents(amount) / 100).toFixed(2);
}
