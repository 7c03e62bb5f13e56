"use client";

import Link from "next/link";
import { routes } from "@/lib/routes";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { useFrameSettings } from "./use-frame-settings";

/**
 * The operator's logo, or without one the site's name. The logo becomes narrower where it does not fit. Phones show a long
 * name in two lines. A name that still does not fit is truncated.
 */
export function Logo() {
  const t = useText(frameTexts);
  const { webSiteName, siteLogoUrl } = useFrameSettings();
  return (
    <Link
      href={routes.home()}
      aria-label={t("frame.home", { site: webSiteName })}
      className="inline-flex min-h-11 min-w-0 items-center gap-2 text-lg font-bold tracking-tight text-ink no-underline"
    >
      {siteLogoUrl ? (
        <img
          src={siteLogoUrl}
          alt={webSiteName}
          // Reserves a square until the size of the image is known.
          width={44}
          height={44}
          // Otherwise the browser is told to load it before the main picture of the page.
          fetchPriority="low"
          className="logo h-11 w-auto min-w-0 max-w-40 object-contain object-left sm:max-w-60"
        />
      ) : (
        <span className="truncate max-sm:line-clamp-2 max-sm:leading-tight max-sm:wrap-anywhere max-sm:whitespace-normal">
          {webSiteName}
        </span>
      )}
    </Link>
  );
}
