"use client";

import type { ReactNode } from "react";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { PlaceLink } from "@/ui/place-link";
import { AccountLinks } from "../account-links/account-links";
import { IdleTimer } from "../idle-timer/idle-timer";
import { MiniCart } from "../mini-cart/mini-cart";
import { ConnectionNotice } from "./connection-notice";
import { FocusHeading } from "./focus-heading";
import { LegalLinks } from "./legal-links";
import { Logo } from "./logo";
import { MenuRow, PhoneMenu, SearchLink } from "./menu";
import { Reason } from "./reason";
import { SiteMessage } from "./site-message";
import { useFrameSettings } from "./use-frame-settings";

/**
 * Header, content and footer of every page of the shop. It is a client component, because each page would otherwise
 * carry its elements a second time, as data.
 */
export function ShopFrame({ children }: { children: ReactNode }) {
  const t = useText(frameTexts);
  const { webSiteName, profileUrl, sessionTimeout } = useFrameSettings();

  return (
    <div className="flex min-h-dvh flex-col">
      <PlaceLink
        place="content"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2 focus-visible:z-40 focus-visible:rounded-button focus-visible:bg-surface focus-visible:px-4 focus-visible:py-3"
      >
        {t("frame.skip")}
      </PlaceLink>
      <FocusHeading />
      <header className="relative border-b border-line bg-surface">
        <div className="frame flex h-16 items-center justify-between gap-3 sm:gap-4">
          <Logo />
          <div className="-mr-1 flex flex-none items-center sm:-mr-3 sm:gap-3">
            <AccountLinks profileUrl={profileUrl} />
            <SearchLink />
            <MiniCart />
            <PhoneMenu />
          </div>
        </div>
        <MenuRow />
      </header>
      <IdleTimer timeoutSeconds={sessionTimeout} />
      <SiteMessage />
      <Reason />
      <main id="content" tabIndex={-1} className="flex-1 py-6 sm:py-10">
        {children}
      </main>
      <ConnectionNotice />
      <footer className="border-t border-line py-6 text-sm text-ink-2">
        <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p>{webSiteName}</p>
          <LegalLinks />
        </div>
      </footer>
    </div>
  );
}
