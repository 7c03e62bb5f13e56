/** The columns of a list of cards on large screens. */
export type Columns = 1 | 2 | 3;

/** The columns of a list with `count` cards. A single card takes the full width, and two and four cards fill two columns. */
export function columnsOf(count: number): Columns {
  if (count === 1) return 1;
  return count === 2 || count === 4 ? 2 : 3;
}

/** The column classes of a list with `count` cards. */
export function cardColumns(count: number): string {
  return { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-2 lg:grid-cols-3" }[columnsOf(count)];
}
