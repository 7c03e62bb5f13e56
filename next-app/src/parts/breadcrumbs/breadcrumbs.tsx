import Link from "next/link";
import { routes } from "@/lib/routes";
import { anything, findPath } from "@/lib/wanted";
import { ShareButton } from "@/parts/share/share-button";
import type { Translate } from "@/text/texts";

type Props = {
  t: Translate<"find">;
  /** What the page sells. */
  name: string;
  category: string | undefined;
  /** The page's path. */
  path: string;
};

/** The way from the home page to a product or bundle through everything of its kind, and the button that shares it. */
export function Breadcrumbs({ t, name, category, path: ownPath }: Props) {
  const steps = [
    { name: t("find.home"), path: routes.home() },
    ...(category ? [{ name: category, path: findPath(anything, { category }) }] : []),
  ];
  return (
    <div className="frame -mt-3 flex items-center justify-between gap-x-6 pb-2 sm:flex-wrap text-sm text-ink-2 sm:-mt-6">
      <nav aria-label={t("find.path")} className="min-w-0">
        <ol className="flex flex-wrap items-center">
          {steps.map(({ name: step, path }, index) => (
            <li key={path} className="flex max-w-full min-w-0 items-center">
              {index > 0 ? <Slash /> : null}
              <Link
                href={path}
                prefetch={false}
                className="inline-flex min-h-11 min-w-0 items-center text-ink-2 underline-offset-4 hover:text-ink"
              >
                <span className="truncate">{step}</span>
              </Link>
            </li>
          ))}
          {/* On phones the heading below is enough. */}
          <li aria-current="page" className="max-w-full min-w-0 truncate max-sm:hidden">
            <Slash />
            {name}
          </li>
        </ol>
      </nav>
      <ShareButton path={ownPath} title={name} />
    </div>
  );
}

function Slash() {
  return (
    <span aria-hidden="true" className="px-2">
      /
    </span>
  );
}
