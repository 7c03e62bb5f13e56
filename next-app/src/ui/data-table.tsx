import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** The heading of a column; none if its cells need no heading. */
type Column = { heading: string | null; align?: "right"; className?: string };

type Props = {
  /** The name of the table for screen readers, unless a heading before it says the same. */
  caption?: string;
  columns: Column[];
  /** Whether phones show each row as a card. The caller gives the rows the classes for that layout. */
  stacked?: boolean;
  className?: string;
  /** The rows. */
  children: ReactNode;
};

/** A table with a row of headings. */
export function DataTable({ caption, columns, stacked = false, className, children }: Props) {
  return (
    <table className={classNames("w-full", stacked && "max-sm:block", className)}>
      {caption ? <caption className="sr-only">{caption}</caption> : null}
      <thead className={stacked ? "max-sm:sr-only" : undefined}>
        <tr className="legend border-b border-line">
          {columns.map(({ heading, align, className: own }, index) =>
            heading === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
              <td key={index} />
            ) : (
              <th
                key={heading}
                scope="col"
                className={classNames(
                  stacked ? "p-3 first:pl-6" : "py-2 not-first:pl-3",
                  "font-semibold",
                  align === "right" ? "text-right" : "text-left",
                  own,
                )}
              >
                {heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className={stacked ? "max-sm:block" : undefined}>{children}</tbody>
    </table>
  );
}
