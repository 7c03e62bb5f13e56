"use client";

import Link from "next/link";
import { useMemo, useSyncExternalStore } from "react";
import { homeTexts } from "@/text/areas/home";
import { useText } from "@/text/use-text";
import { Picture } from "@/ui/picture";
import { seenIn, stored, subscribe } from "./seen";

/** The products that the visitor opened last, from the storage of this browser. The server knows nothing of them. */
export function RecentlySeen() {
  const t = useText(homeTexts);
  const text = useSyncExternalStore(subscribe, stored, () => "[]");
  const items = useMemo(() => seenIn(text), [text]);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="recently-seen" className="grid gap-4">
      <h2 id="recently-seen" className="text-2xl">
        {t("home.recently-seen")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {items.map(({ path, name, picture }) => (
          <li key={path}>
            <Link
              href={path}
              prefetch={false}
              className="flex h-full min-h-20 items-center gap-3 overflow-hidden rounded-card border border-line bg-surface pr-3 text-ink no-underline hover:border-control"
            >
              {picture ? (
                <Picture
                  picture={picture}
                  decorative
                  sizes="96px"
                  className="aspect-square h-full w-24 flex-none"
                />
              ) : null}
              <span className={`line-clamp-2 font-semibold ${picture ? "" : "pl-3"}`}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
