import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { ScriptButton } from "./script-button";

type Props = {
  title: ReactNode;
  /** The level of the heading. */
  level: 2 | 3;
  /** Content beside the title, which stays visible while the card is closed. */
  status?: ReactNode;
  /** Identifies the heading's button, so that focus can be moved to it. */
  name: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** An additional action on the card, beside its heading. */
  action?: ReactNode;
  /** A note below the heading, which stays visible while the card is closed. */
  note?: ReactNode;
  children: ReactNode;
};

/** A card that is opened and closed with its heading. */
export function DisclosureCard({
  title,
  level,
  status,
  name,
  open,
  onToggle,
  action,
  note,
  children,
}: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <div className="card">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6 sm:py-3">
        <Heading className="min-w-[min(100%,14rem)] flex-1 text-lg">
          <ScriptButton
            name={name}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => onToggle(!open)}
            className="flex min-h-12 w-full items-center gap-3 rounded-field text-left"
          >
            <span
              className={classNames("transition-transform duration-(--speed-open)", open && "rotate-180")}
            >
              <Icon name="down" size={20} />
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0">{title}</span>
              {status}
            </span>
          </ScriptButton>
        </Heading>
        {action}
      </div>
      {note ? <div className="px-4 pb-4 sm:px-6">{note}</div> : null}
      <div id={id} className={open ? "border-t border-line px-4 py-4 sm:p-6" : "hidden"}>
        {open ? children : null}
      </div>
    </div>
  );
}
