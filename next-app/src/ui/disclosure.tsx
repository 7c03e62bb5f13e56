import type { ReactNode } from "react";
import { Icon } from "./icon";

/** Text that expands under its title. Uses the `details` element, which works without scripts. */
export function Disclosure({
  title,
  children,
  open,
  onToggle,
}: {
  title: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** Called when the text is opened or closed, for a parent component that keeps track of it. */
  onToggle?: (open: boolean) => void;
}) {
  return (
    <details
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
      className="group"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-field font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <span className="transition-transform duration-(--speed-open) group-open:rotate-180">
          <Icon name="down" size={20} />
        </span>
      </summary>
      <div className="pt-1.5 pb-3">{children}</div>
    </details>
  );
}
