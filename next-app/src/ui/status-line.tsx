import type { ReactNode } from "react";

/** Says what just changed, once and politely. The element stays; only its words come and go. */
export function StatusLine({ children, visible = false }: { children: ReactNode; visible?: boolean }) {
  return (
    <p role="status" className={visible ? "min-h-[1.5em] text-sm text-ink-2" : "sr-only"}>
      {children}
    </p>
  );
}
