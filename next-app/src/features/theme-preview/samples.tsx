import type { ReactNode } from "react";

/** A row of samples that wraps. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

/** A grid of samples, one column on phones. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">{children}</div>;
}

/** The ring that a component has while it is focused by key. */
export const focusedClass = "outline-2 outline-offset-2 outline-focus";

export const nothing = () => {};
