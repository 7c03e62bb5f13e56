"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { onAnalyticsEvent } from "@/api/analytics-events";
import { type Account, start, trackEvent, trackPageView } from "./data-layer";

/**
 * Passes page views and events to the operator's analytics (`data-layer.ts`). It is rendered only if an account is
 * configured.
 */
export function Analytics({ account }: { account: Account }) {
  const path = usePathname();
  useEffect(() => {
    start(account, path);
    trackPageView(path);
  }, [account, path]);
  useEffect(() => onAnalyticsEvent(trackEvent), []);
  return null;
}
