import type { Metadata } from "next";
import Link from "next/link";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { routes } from "@/lib/routes";
import { LegalLinks } from "@/parts/frame/legal-links";
import { Logo } from "@/parts/frame/logo";
import { frameTexts } from "@/text/areas/frame";
import { notFoundTexts } from "@/text/areas/not-found";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";
import { buttonClass } from "@/ui/button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.not-found") };
}

/** This page is kept small, because Next.js sends it with every page of the app. */
export default async function NotFound() {
  const [settings, overrides] = await Promise.all([fetchSettings(), fetchOverrides()]);
  const t = createTranslate(overrides, frameTexts, notFoundTexts);
  return (
    <main className="frame grid min-h-dvh content-center justify-items-start gap-4 py-16">
      <Logo
        name={settings.webSiteName}
        url={settings.siteLogoUrl}
        label={t("frame.home", { site: settings.webSiteName })}
      />
      <h1 className="text-h1">{t("not-found.title")}</h1>
      <p className="max-w-prose text-lg text-ink-2">{t("not-found.body")}</p>
      <p className="flex flex-wrap gap-3">
        <Link href={routes.home()} prefetch={false} className={buttonClass("primary")}>
          {t("not-found.home")}
        </Link>
        <Link href={routes.cart()} prefetch={false} className={buttonClass("secondary")}>
          {t("not-found.cart")}
        </Link>
      </p>
      <LegalLinks t={t} settings={settings} />
    </main>
  );
}
