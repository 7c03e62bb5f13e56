"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * What stays in sight beside a longer column on large screens. Where it is taller than the window, it moves with the page until its
 * end is in sight: nothing of it is out of reach.
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
