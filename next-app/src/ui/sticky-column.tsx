"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * A column that stays visible beside a longer one on large screens. If it is taller than the window, it scrolls with
 * the page until its end is visible.
 */
export function StickyColumn({ className, children }: { className?: string; children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = column;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      current.style.setProperty("--column", `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={column}
      className={classNames(
        "lg:sticky lg:top-[min(1.5rem,calc(100dvh-var(--column,0px)-1.5rem))] lg:self-start",
        className,
      )}
    >
      {children}
    </div>
  );
}
