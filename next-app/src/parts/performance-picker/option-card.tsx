import type { ReactNode } from "react";
import { ScriptButton } from "@/ui/script-button";

export function OptionCard({
  blocked,
  onChoose,
  children,
}: {
  blocked?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <ScriptButton
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onChoose}
      className="flex h-full min-h-14 w-full flex-wrap content-center items-center justify-between gap-x-3 gap-y-1 rounded-button border border-control bg-surface px-4 py-2 text-left hover:border-brand hover:bg-brand-soft aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-2"
    >
      {children}
    </ScriptButton>
  );
}
