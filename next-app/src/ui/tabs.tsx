"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { ScriptButton } from "./script-button";

type Props<T extends string> = {
  label: string;
  tabs: readonly { id: T; text: string }[];
  chosen: T;
  onChoose: (id: T) => void;
  /** The content of the selected tab. It keeps its state when the tab changes. */
  children: ReactNode;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Tabs with arrow key navigation. This is a small implementation without the component library, for pages with a size
 * budget.
 */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 border-b border-line"
      >
        {tabs.map((tab) => (
          <ScriptButton
            key={tab.id}
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            className="-mb-px min-h-11 border-b-3 border-transparent px-4 font-semibold text-ink-2 aria-selected:border-brand aria-selected:text-ink"
          >
            {tab.text}
          </ScriptButton>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
