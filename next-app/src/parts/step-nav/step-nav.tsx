import Link from "next/link";
import { classNames } from "@/ui/class-names";

export type NavStep = {
  name: string;
  /** The address of a done step that may be revisited; null for all other steps. */
  href: string | null;
};

type Props = {
  /** The accessible name of the list. */
  label: string;
  steps: readonly NavStep[];
  /** The position of the current step in `steps`. */
  current: number;
};

/** A step's name after its number in a circle. The number is drawn by the style sheet, which counts the list's items. */
const step =
  "inline-flex min-h-11 items-center gap-1.5 before:grid before:size-6 before:flex-none before:place-items-center before:rounded-full before:border before:text-sm before:font-semibold before:content-[counter(step)] sm:before:size-7";
/** A line leads to the step from the one before. On phones the lines share the width that the steps leave. */
const item =
  "flex items-center gap-1 [counter-increment:step] not-first:before:h-px not-first:before:min-w-1 not-first:before:bg-line max-sm:not-first:flex-auto max-sm:not-first:before:flex-1 sm:gap-2 sm:not-first:before:w-3";

/**
 * The numbered steps of a flow with the current one. Done steps that may be revisited are links. On phones only the
 * current step shows its name.
 */
export function StepNav({ label, steps, current }: Props) {
  return (
    <nav aria-label={label} data-screen-only>
      <ol className="figures flex flex-wrap items-center gap-x-1 text-sm [counter-reset:step] sm:gap-x-2">
        {steps.map(({ name, href }, index) => (
          <li key={name} className={item}>
            {href !== null ? (
              <Link
                href={href}
                prefetch={false}
                className={classNames(
                  step,
                  "rounded-button font-semibold no-underline max-sm:-mx-2.5 max-sm:px-2.5 before:border-brand before:text-brand",
                )}
              >
                <span className="underline underline-offset-4 max-sm:sr-only">{name}</span>
              </Link>
            ) : index === current ? (
              <span
                aria-current="step"
                className={classNames(
                  step,
                  "font-semibold before:border-brand before:bg-brand before:text-on-brand",
                )}
              >
                {name}
              </span>
            ) : (
              <span className={classNames(step, "text-ink-2 before:border-control")}>
                <span className="max-sm:sr-only">{name}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
