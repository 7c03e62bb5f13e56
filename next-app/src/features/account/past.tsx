import type { ReactNode } from "react";

/** A small label beside what has passed. */
export function Past({ children }: { children: ReactNode }) {
  return (
    <span className="ml-2 rounded-full bg-sunken px-2 py-0.5 text-sm font-normal text-ink-2">{children}</span>
  );
}
