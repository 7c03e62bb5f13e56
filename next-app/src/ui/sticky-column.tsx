"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * A column that stays visible beside a longer one on large screens. If it is taller than the window, it scrolls with
 * the page until its end is visible. A column that grows while it is used stays where it is, so that what was pressed
 * or focused remains in the window. When the focus moves to an element above the window or at its upper edge, the
 * column moves with the page.
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
    const onFocusIn = ({ target }: FocusEvent) => {
      const isHidden = target instanceof Element && topOf(current) < 0 && topOf(target) < focusMargin();
      if (isHidden) reveal(current, target);
    };
    current.addEventListener("focusin", onFocusIn);
    return () => {
      observer.disconnect();
      current.removeEventListener("focusin", onFocusIn);
    };
  }, []);
  return (
    <div ref={column} className={classNames("lg:sticky lg:top-6 lg:self-start", className)}>
      {children}
    </div>
  );
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** How far below the upper edge of the window the browser shows what gets the focus, with its ring and its label. */
const focusMargin = () => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** Scrolls the page so far that a column which does not stick begins at `top` of the window. */
function keepAt(column: HTMLElement, top: number): void {
  withoutSticking(column, () => scrollBy({ top: topOf(column) - top, behavior: "instant" }));
}

/** Scrolls the page until a focused element is visible. The browser cannot, because a column that sticks stays. */
function reveal(column: HTMLElement, focused: Element): void {
  // A button that is being pressed must not move away from the pointer.
  if (!focused.matches(":focus-visible")) return;
  withoutSticking(column, () => focused.scrollIntoView({ block: "nearest", behavior: "instant" }));
}

function withoutSticking(column: HTMLElement, scroll: () => void): void {
  column.style.position = "static";
  scroll();
  column.style.position = "";
}
