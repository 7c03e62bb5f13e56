/**
 * The column classes of a list with that many cards. They avoid gaps: a single card takes the full width, two and four
 * fill two columns.
 */
export function cardColumns(count: number): string {
  if (count === 1) return "";
  return count === 2 || count === 4 ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-3";
}
