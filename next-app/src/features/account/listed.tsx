import Link from "next/link";
import type { ReactNode } from "react";
import { Disclosure } from "@/ui/disclosure";

/** How many entries of most lists are shown at first. The others are collapsed below. */
const usuallyAtOnce = 3;

type PageLink = { text: string; path: string };

type Props = {
  place: string;
  title: string;
  none: string;
  more: (count: number) => string;
  /** The link shown while the list is empty. */
  browse: PageLink;
  rows: ReactNode[];
  /** How many entries are shown at first. */
  atOnce?: number;
  /** Links below the list. */
  links?: PageLink[];
};

/** A list of the account page. */
export function Listed({
  place,
  title,
  none,
  more,
  browse,
  rows,
  atOnce = usuallyAtOnce,
  links = [],
}: Props) {
  const rest = rows.slice(atOnce);
  const shownLinks = rows.length === 0 ? [browse, ...links] : links;
  return (
    <section aria-labelledby={place} className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 id={place} tabIndex={-1} className="scroll-mt-4 text-xl">
        {title}
      </h2>
      {rows.length === 0 ? <p className="text-ink-2">{none}</p> : null}
      {rows.length > 0 ? <ul className="divide-y divide-line">{rows.slice(0, atOnce)}</ul> : null}
      {rest.length > 0 ? (
        <div className="border-t border-line pt-2">
          <Disclosure title={more(rest.length)}>
            <ul className="divide-y divide-line">{rest}</ul>
          </Disclosure>
        </div>
      ) : null}
      {shownLinks.length > 0 ? (
        <p className="flex flex-wrap gap-x-6">
          {shownLinks.map(({ text, path }) => (
            <Link
              key={path}
              href={path}
              prefetch={false}
              className="inline-flex min-h-11 items-center underline"
            >
              {text}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}
