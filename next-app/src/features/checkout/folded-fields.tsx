"use client";

import { type ReactNode, type ToggleEvent, useState } from "react";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { textButtonClass } from "@/ui/text-button";

type Props = {
  /** Whether the fields are complete and have no errors. */
  isComplete: boolean;
  /** The values in short lines. Empty lines are left out. */
  lines: string[];
  children: ReactNode;
};

/**
 * Fields that are folded to their values with "Change" if they were complete when the page was opened. They unfold for
 * good when the shopper opens them, which works without scripts, or when a value is missing or wrong.
 */
export function FoldedFields({ isComplete, lines, children }: Props) {
  const t = useText(checkoutTexts);
  const [isFoldable] = useState(isComplete);
  const [isOpen, setOpen] = useState(!isComplete);
  if (!isComplete && !isOpen) setOpen(true);
  if (!isFoldable) return children;

  function follow({ currentTarget: details }: ToggleEvent<HTMLDetailsElement>) {
    if (!details.open) return;
    setOpen(true);
    // The pressed summary disappears. If an error unfolded the fields, the focus is elsewhere and stays there.
    const focused = document.activeElement;
    if (focused === document.body || details.contains(focused)) {
      details.querySelector<HTMLElement>("input, select")?.focus();
    }
  }

  return (
    <details open={isOpen} onToggle={follow} className="group">
      <summary className="flex cursor-pointer list-none items-start justify-between gap-3 rounded-field group-open:hidden [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 text-ink-2">
          {lines.filter(Boolean).map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </span>
        <span className={classNames(textButtonClass, "-my-2.5 -mr-2 flex-none")}>{t("checkout.change")}</span>
      </summary>
      {children}
    </details>
  );
}
