"use client";

import { ScriptButton } from "@/ui/script-button";
import { resultCountId } from "./result-count-id";

/** Folds the filters and goes to the results, which already show what was chosen. */
export function ShowResults({ className, children }: { className: string; children: string }) {
  return (
    <ScriptButton
      className={className}
      onClick={({ currentTarget }) => {
        const filters = currentTarget.closest("details");
        if (filters) filters.open = false;
        const count = document.getElementById(resultCountId);
        count?.focus({ preventScroll: true });
        count?.scrollIntoView({ block: "start" });
      }}
    >
      {children}
    </ScriptButton>
  );
}
