import Link from "next/link";
import { Disclosure } from "@/ui/disclosure";
import { Icon } from "@/ui/icon";

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
  /** The current step and its number, shown on phones. */
  compact: string;
};

/**
 * The steps of a flow with the current one. Done steps that may be revisited are links. On phones the list is in a
 * disclosure under the current step's name.
 */
export function StepNav({ label, steps, current, compact }: Props) {
  const list = (
    <ol className="figures grid gap-x-3 gap-y-1 text-sm sm:flex sm:flex-wrap sm:items-center">
      {steps.map(({ name, href }, index) => (
        <li key={name} className="flex min-h-11 items-center gap-3">
          {index > 0 ? (
            <span className="hidden text-ink-2 sm:inline">
              <Icon name="next" size={16} />
            </span>
          ) : null}
          {href !== null ? (
            <Link
              href={href}
              prefetch={false}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
          ) : index === current ? (
            <span aria-current="step" className="font-semibold">
              {name}
            </span>
          ) : (
            <span className="text-ink-2">{name}</span>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={label} data-screen-only>
      <div className="hidden sm:block">{list}</div>
      <div className="sm:hidden">
        <Disclosure title={compact}>{list}</Disclosure>
      </div>
    </nav>
  );
}
