"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "@/ui/icon";

type Props = {
  /** The element id of the heading, to which links lead. A link to it opens the card. */
  place: string;
  title: string;
  children: ReactNode;
};

/** A card of the account page that is opened with its heading. It works without scripts. */
export function Folded({ place, title, children }: Props) {
  const card = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const openTarget = () => {
      if (window.location.hash === `#${place}` && card.current) card.current.open = true;
    };
    openTarget();
    addEventListener("hashchange", openTarget);
    return () => removeEventListener("hashchange", openTarget);
  }, [place]);

  return (
    <details ref={card} className="group card px-4 py-3 sm:px-6">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-field [&::-webkit-details-marker]:hidden">
        <h2 id={place} tabIndex={-1} className="scroll-mt-4 text-xl">
          {title}
        </h2>
        <span className="transition-transform duration-(--speed-open) group-open:rotate-180">
          <Icon name="down" size={20} />
        </span>
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  );
}
