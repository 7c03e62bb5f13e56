import type { ReactNode } from "react";

/** An amount on the left and its button on the right. All buttons have the same size. */
export function Choice({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_16rem] sm:gap-4">
      {children}
    </div>
  );
}
