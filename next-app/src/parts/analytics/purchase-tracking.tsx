"use client";

import { useEffect } from "react";
import type { AnalyticsEvent } from "@/api/types";
import { trackEvent } from "./data-layer";

/** Records a purchase. The confirmation page contains it, because every payment method leads to that page. */
export function PurchaseTracking({ event }: { event: AnalyticsEvent }) {
  useEffect(() => trackEvent(event), [event]);
  return null;
}
