"use client";

import { type ReactNode, useEffect } from "react";
import { keys, useApi } from "@/api/swr";
import type { CurrentWebSite } from "@/api/types";
import { styleKey } from "@/lib/style-key";
import { startVenue } from "@/parts/analytics/data-layer";
import { DialogTheme } from "@/ui/theme";

/** Gives the pages of a reservation the colours of the chosen venue, and loads the venue's own analytics. */
export function VenueTheme({ children }: { children: ReactNode }) {
  const { data: venue } = useApi<CurrentWebSite>(keys.currentWebSite, (api) =>
    api.GET("/config/web-site/current"),
  );
  const { analyticsTrackingId: id, analyticsScript: script } = venue ?? {};
  useEffect(() => {
    if (id && script) startVenue({ id, siteCode: venue?.id ?? "", script });
  }, [id, script, venue?.id]);
  const theme = venue?.cssKey ? styleKey(venue.cssKey) : undefined;
  return (
    <div className={`contents ${theme ?? ""}`} data-venue={venue?.id}>
      <DialogTheme theme={theme}>{children}</DialogTheme>
    </div>
  );
}
