import type { ReactNode } from "react";

/** What is given on the left, the button that gives it on the right; all buttons are of one size. */
export function Choice({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-end sm:gap-4">{children}</div>
  );
}
