import type { ReactNode } from "react";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { frameTexts } from "@/text/areas/frame";
import { createTranslate } from "@/text/texts";
import { AccountLinks } from "../account-links/account-links";
import { IdleTimer } from "../idle-timer/idle-timer";
import { MiniCart } from "../mini-cart/mini-cart";
import { FocusHeading } from "./focus-heading";
import { LegalLinks } from "./legal-links";
import { Logo } from "./logo";
import { PageUnavailable } from "./page-unavailable";
import { Reason } from "./reason";
import { SiteMessage } from "./site-message";

/** Header, content and footer of every page of the shop. */
export async function ShopFrame({ children }: { children: ReactNode }) {
  const [settings, overrides] = await Promise.all([fetchSettings(), fetchOverrides()]);
  const t = createTranslate(overrides, frameTexts);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2 focus-visible:z-40 focus-visible:rounded-button focus-visible:bg-surface focus-visible:px-4 focus-visible:py-3"
      >
        {t("frame.skip")}
      </a>
      <FocusHeading />
      <header className="border-b border-line bg-surface">
        <div className="frame flex h-14 items-center justify-between gap-4 sm:h-16">
          <Logo
            name={settings.webSiteName}
            url={settings.siteLogoUrl}
            label={t("frame.home", { site: settings.webSiteName })}
          />
          <div className="flex flex-none items-center gap-1 sm:gap-3">
            <AccountLinks profileUrl={settings.profileUrl} />
            <MiniCart />
          </div>
        </div>
      </header>
      <IdleTimer timeoutSeconds={settings.sessionTimeout} />
      <SiteMessage />
      <Reason />
      <main id="content" tabIndex={-1} className="flex-1 py-6 sm:py-10">
        {children}
      </main>
      <PageUnavailable />
      <footer className="border-t border-line py-6 text-sm text-ink-2">
        <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p>{settings.webSiteName}</p>
          <LegalLinks t={t} settings={settings} />
        </div>
      </footer>
    </div>
  );
}
