import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { fetchOverrides, fetchSettings } from "@/api/server";
import type { Settings } from "@/api/types";
import { pack } from "@/lib/packed";
import { styleKey } from "@/lib/style-key";
import type { Account } from "@/parts/analytics/data-layer";
import { frameSettingsOf } from "@/parts/frame/frame-settings";
import { createTranslate } from "@/text/texts";
import { Shell } from "./shell";
import "@/styles/globals.css";
import { pageTexts } from "@/text/areas/page";

const figtree = localFont({
  src: "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree",
  display: "swap",
});

export async function generateMetadata(): Promise<Metadata> {
  const [settings, overrides] = await Promise.all([fetchSettings(), fetchOverrides()]);
  const t = createTranslate(overrides, pageTexts);
  return {
    metadataBase: new URL(settings.publicUrl),
    title: {
      default: `${t("page.default")} | ${settings.webSiteName}`,
      template: `%s | ${settings.webSiteName}`,
    },
    applicationName: settings.webSiteName,
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#1c1d20" },
  ],
  viewportFit: "cover",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [settings, overrides] = await Promise.all([fetchSettings(), fetchOverrides()]);
  const key = styleKey(settings.styleKey);
  return (
    <html lang="en-US" className={figtree.variable} data-api-root={settings.apiRoot}>
      <head>
        {/* An element with this id keeps react-aria from adding a style element. The style is in globals.css. */}
        <meta id="react-aria-pressable-style" name="react-aria-pressable-style" />
      </head>
      <body className={key} data-style-key={key}>
        {settings.testNotice ? (
          <p role="note" className="bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn">
            {settings.testNotice}
          </p>
        ) : null}
        <Shell shop={pack({ settings: frameSettingsOf(settings), overrides, account: accountOf(settings) })}>
          {children}
        </Shell>
      </body>
    </html>
  );
}

function accountOf({
  analyticsId: id,
  analyticsSiteCode: siteCode,
  analyticsScript: script,
}: Settings): Account | null {
  return id && siteCode && script ? { id, siteCode, script } : null;
}
