"use client";

import { useEffect } from "react";
import type { AnalyticsEvent } from "@/api/types";
import { tell } from "./data-layer";

/** Records a purchase. Part of the confirmation page, which every payment method reaches. */
export function PurchaseTold({ event }: { event: AnalyticsEvent }) {
  useEffect(() => tell(event), [event]);
  return null;
}
