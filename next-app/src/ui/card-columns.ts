/** The columns of a list of cards on large screens. */
export type Columns = 1 | 2 | 3;

/**
 * The columns of a list with `count` cards. Two and four cards fill two columns. A single card takes the full width unless
 * `single` says otherwise, because it has nothing to fill it.
 */
export function columnsOf(count: number, single: Columns = 1): Columns {
  if (count === 1) return single;
  return count === 2 || count === 4 ? 2 : 3;
}

/** The classes of a list with these columns. */
export function columnClasses(columns: Columns): string {
  return { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-2 lg:grid-cols-3" }[columns];
}
