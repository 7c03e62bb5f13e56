/** The columns of a list of so many cards. No list leaves a hole beside it: a single card lies across, two and four fill two columns. */
export function cardColumns(count: number): string {
  if (count === 1) return "";
  return count === 2 || count === 4 ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-3";
}
