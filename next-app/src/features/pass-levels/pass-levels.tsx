import Link from "next/link";
import type { PassSite, TagPage } from "@/api/types";
import { plainText } from "@/lib/html";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import { LevelCards } from "./level-cards";
import { LevelTable } from "./level-table";

type Props = {
  t: Translate<"home" | "cheaper-sale" | "pass-levels" | "product">;
  sites: PassSite[];
  /** The pages that sell passes for less. */
  offers: readonly TagPage[];
};

/** What the levels of all passes give, by site: a table on large screens, cards on phones and tablets. */
export function PassLevels({ t, sites, offers }: Props) {
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <h1 className="text-h1">{t("pass-levels.title")}</h1>
        <p className="max-w-prose text-lg text-ink-2">
          {t(sites.length > 0 ? "pass-levels.intro" : "pass-levels.none")}
        </p>
      </header>
      {sites.length > 0 ? (
        <Offers t={t} offers={offers} />
      ) : (
        <p>
          <Link href={routes.find()} prefetch={false} className={buttonClass("primary")}>
            {t("pass-levels.all")}
          </Link>
        </p>
      )}
      {sites.map((site) => (
        <section key={site.id} aria-labelledby={`passes-${site.id}`} className="grid min-w-0 gap-4">
          <h2 id={`passes-${site.id}`} className="text-2xl">
            {site.name}
          </h2>
          <div className="card hidden max-h-[calc(100dvh-2rem)] overflow-auto lg:block">
            <LevelTable t={t} site={site} />
          </div>
          <ul className="grid gap-4 sm:grid-cols-2 lg:hidden">
            <LevelCards t={t} site={site} />
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The pages that sell passes for less, each as a link with the operator's words about it. */
function Offers({ t, offers }: Pick<Props, "t" | "offers">) {
  if (offers.length === 0) return null;
  return (
    <nav
      aria-label={t("pass-levels.offers")}
      className="grid gap-2 rounded-card bg-brand-soft px-4 py-3 text-on-brand-soft sm:px-6"
    >
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {offers.map((page) => (
          <li key={routes.tagPage(page)}>
            <Link
              href={routes.tagPage(page)}
              prefetch={false}
              className="inline-flex min-h-11 items-center font-semibold text-on-brand-soft underline"
            >
              {page.title}
            </Link>
            <p className="text-sm">{plainText(page.description)}</p>
            {page.isVerified ? <p className="text-sm">{t("home.verified")}</p> : null}
          </li>
        ))}
      </ul>
      <p className="text-sm">{t("pass-levels.offers-hint")}</p>
    </nav>
  );
}
