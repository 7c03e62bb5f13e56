import Link from "next/link";
import type { ReactNode } from "react";
import { Disclosure } from "@/ui/disclosure";

/** How many entries of most lists are shown at first. The others are collapsed below. */
const usuallyAtOnce = 3;

const linkClass = "inline-flex min-h-11 items-center underline";

type PageLink = { text: string; path: string };

type Props = {
  place: string;
  title: string;
  none: string;
  more: (count: number) => string;
  /** The link shown while the list is empty. */
  browse: PageLink;
  rows: ReactNode[];
  /** The text of a link to the next visit, if all entries are shown there already. It replaces the list. */
  above?: string | null;
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
  above = null,
  atOnce = usuallyAtOnce,
  links = [],
}: Props) {
  const isAbove = above !== null && rows.length > 0;
  const rest = isAbove ? [] : rows.slice(atOnce);
  const shownLinks = rows.length === 0 ? [browse, ...links] : links;
  return (
    <section aria-labelledby={place} className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 id={place} tabIndex={-1} className="scroll-mt-4 text-xl">
        {title}
      </h2>
      {rows.length === 0 ? <p className="text-ink-2">{none}</p> : null}
      {rows.length > 0 && !isAbove ? <ul className="divide-y divide-line">{rows.slice(0, atOnce)}</ul> : null}
      {rest.length > 0 ? (
        <div className="border-t border-line pt-2">
          <Disclosure title={more(rest.length)}>
            <ul className="divide-y divide-line">{rest}</ul>
          </Disclosure>
        </div>
      ) : null}
      {isAbove || shownLinks.length > 0 ? (
        <p className="flex flex-wrap gap-x-6">
          {/* A plain link, because with it the browser moves focus to the target. */}
          {isAbove ? (
            <a href="#next-visit" className={linkClass}>
              {above}
            </a>
          ) : null}
          {shownLinks.map(({ text, path }) => (
            <Link key={path} href={path} prefetch={false} className={linkClass}>
              {text}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}
