"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { onAnalyticsEvent } from "@/api/analytics-events";
import { type Account, start, tell, tellPage } from "./data-layer";

/** Tells the operator's analytics each page and each event. Rendered only where an account is configured. */
export function Analytics({ account }: { account: Account }) {
  const path = usePathname();
  useEffect(() => {
    start(account, path);
    tellPage(path);
  }, [account, path]);
  useEffect(() => onAnalyticsEvent(tell), []);
  return null;
}
