"use client";

import { useEffect } from "react";
import type { AnalyticsEvent } from "@/api/types";
import { trackEvent } from "./data-layer";

/** Records a purchase. Part of the confirmation page, which every payment method reaches. */
export function PurchaseTracking({ event }: { event: AnalyticsEvent }) {
  useEffect(() => trackEvent(event), [event]);
  return null;
}
