"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { resultCountId } from "./result-count-id";

/**
 * How much was found. It is announced when other conditions change it, and takes the focus if the pressed link, such as
 * that of a removed condition, has disappeared. `path` is the address of the conditions.
 */
export function ResultCount({ path, children }: { path: string; children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  const shown = useRef(path);

  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <p
      ref={line}
      id={resultCountId}
      role="status"
      tabIndex={-1}
      className="scroll-mt-4 text-ink-2 outline-none"
    >
      {children}
    </p>
  );
}
