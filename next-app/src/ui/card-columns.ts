/**
 * The column classes of a list with `count` cards. A single card takes the full width, two and four cards
 * fill two columns, and other numbers use up to three.
 */
export function cardColumns(count: number): string {
  if (count === 1) return "";
  return count === 2 || count === 4 ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-3";
}
