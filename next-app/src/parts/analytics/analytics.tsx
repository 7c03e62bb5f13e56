"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { onAnalyticsEvent } from "@/api/analytics-events";
import { type Account, start, tell, tellPage } from "./data-layer";

/** Sends each page view and event to the operator's analytics. Rendered only if an account is configured. */
export function Analytics({ account }: { account: Account }) {
  const path = usePathname();
  useEffect(() => {
    start(account, path);
    tellPage(path);
  }, [account, path]);
  useEffect(() => onAnalyticsEvent(tell), []);
  return null;
}
