import type { ReactNode } from "react";
import { ScriptButton } from "@/ui/script-button";

type Props = {
  blocked?: boolean;
  /** Whether the text is so short that it is centered and needs less room. */
  short?: boolean;
  /** Whether the option is marked because the pointer is at another presentation of it. */
  marked?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

export function OptionCard({ blocked, short, marked, onChoose, children }: Props) {
  return (
    <ScriptButton
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onChoose}
      className={`flex h-full w-full flex-wrap content-center items-center gap-x-3 gap-y-1 rounded-button border py-2 hover:border-brand hover:bg-brand-soft aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-2 ${marked ? "border-brand bg-brand-soft" : "border-control bg-surface"} ${short ? "min-h-12 justify-center px-1" : "min-h-14 justify-between px-4 text-left"}`}
    >
      {children}
    </ScriptButton>
  );
}
