"use client";

import type { MouseEvent, ReactNode } from "react";

type Props = {
  /** The id of an element of the page that can have focus. */
  place: string;
  className: string;
  children: ReactNode;
};

/**
 * A link to a place in the page. It moves the focus there without an entry in the browser history: the router ignores
 * Back to an entry that it did not make, so that the dialog of a product would stay open.
 */
export function PlaceLink({ place, className, children }: Props) {
  return (
    <a href={`#${place}`} className={className} onClick={(event) => jump(event, place)}>
      {children}
    </a>
  );
}

function jump(event: MouseEvent, place: string): void {
  const element = document.getElementById(place);
  event.preventDefault();
  element?.scrollIntoView();
  element?.focus({ preventScroll: true });
}
