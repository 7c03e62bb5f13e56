"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * A column that stays visible beside a longer one on large screens. If it is taller than the window, it scrolls with
 * the page until its end is visible. A column that grows while it is used stays where it is, so that what was pressed
 * or focused remains in the window.
 */
export function StickyColumn({ className, children }: { className?: string; children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = column;
    if (!current) return;
    // A custom property instead would recompute the style of everything in the column, such as all seats of a hall.
    const observer = new ResizeObserver(() => {
      const before = topOf(current);
      current.style.top = `min(1.5rem, 100dvh - ${current.offsetHeight}px - 1.5rem)`;
      if (topOf(current) < before && current.contains(document.activeElement)) keepAt(current, before);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={column} className={classNames("lg:sticky lg:top-6 lg:self-start", className)}>
      {children}
    </div>
  );
}

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;

/** Scrolls the page so far that a column which does not stick begins at `top` of the window. */
function keepAt(column: HTMLElement, top: number): void {
  column.style.position = "static";
  const natural = topOf(column);
  column.style.position = "";
  scrollBy({ top: natural - top, behavior: "instant" });
}
