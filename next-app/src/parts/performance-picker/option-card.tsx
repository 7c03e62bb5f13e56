import type { ReactNode } from "react";
import { ScriptButton } from "@/ui/script-button";

type Props = {
  blocked?: boolean;
  /** Whether the text is so short that it is centered and needs less room. */
  short?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

export function OptionCard({ blocked, short, onChoose, children }: Props) {
  return (
    <ScriptButton
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onChoose}
      className={`flex h-full w-full flex-wrap content-center items-center gap-x-3 gap-y-1 rounded-button border border-control bg-surface py-2 hover:border-brand hover:bg-brand-soft aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-2 ${short ? "min-h-12 justify-center px-1" : "min-h-14 justify-between px-4 text-left"}`}
    >
      {children}
    </ScriptButton>
  );
}
