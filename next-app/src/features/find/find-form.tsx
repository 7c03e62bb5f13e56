"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useTransition } from "react";
import { routes } from "@/lib/routes";
import { findPath, type Wanted, wantedOf } from "@/lib/wanted";

type Props = { wanted: Wanted; children: ReactNode };

/**
 * The form of the search. With scripts, a changed filter or day shows its results at once and keeps the focus; words
 * wait until the shopper has finished them. Without scripts, the browser sends the form.
 */
export function FindForm({ wanted, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [isLoading, startLoading] = useTransition();
  const path = findPath(wanted);

  // The fields keep what the shopper chose, so they must follow when a link removes or changes a condition.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the conditions have changed
  useEffect(() => {
    if (isLoading) return;
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
      if (!isField || field === document.activeElement) continue;
      field.value = String(wanted[field.name as keyof Wanted]);
    }
  }, [path, isLoading]);

  function show() {
    if (!form.current) return;
    const typed = Object.fromEntries(new FormData(form.current)) as { [name: string]: string };
    const next = findPath(wantedOf(typed));
    if (next !== path) startLoading(() => router.push(next, { scroll: false }));
  }

  return (
    <form
      ref={form}
      method="get"
      action={routes.find()}
      // Browsers that restore values of fields would show conditions that the results do not have.
      autoComplete="off"
      aria-busy={isLoading || undefined}
      className="grid gap-3 transition-opacity aria-busy:opacity-60"
      onChange={({ target }) => {
        // A date is empty while it is typed.
        const isChosen = target instanceof HTMLSelectElement;
        const isDay = target instanceof HTMLInputElement && target.type === "date" && target.value !== "";
        if (isChosen || (isDay && target.validity.valid)) show();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // Closes the keyboard of a phone. The number of results then takes the focus.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        show();
      }}
    >
      {children}
    </form>
  );
}
