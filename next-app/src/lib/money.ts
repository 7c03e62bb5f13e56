/**
 * Money as the API sends it: a JSON number with at most two decimals, in US dollars.
 *
 * The browser shows amounts and never decides them. The one sum it makes, the running total beside the quantity
 * steppers, is made in whole cents so that no binary fraction ever reaches the screen.
 */
const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$1,234.50`; a negative amount carries a real minus sign. */
export function formatMoney(amount: number): string {
  const text = format.format(Math.abs(amount));
  return amount < 0 ? `\u2212${text}` : text;
}

export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

export function formatCents(cents: number): string {
  return formatMoney(cents / 100);
}

/** The plain decimal that structured data wants: `49.00`. */
export function plainMoney(amount: number): string {
  return (toCents(amount) / 100).toFixed(2);
}
