import type { ReactNode } from "react";

/** Announces a change once, politely. The element must stay in the page; only its text changes. */
export function StatusLine({ children, visible = false }: { children: ReactNode; visible?: boolean }) {
  return (
    <p role="status" className={visible ? "min-h-[1.5em] text-sm text-ink-2" : "sr-only"}>
      {children}
    </p>
  );
}
