"use client";

import { useEffect } from "react";
import type { AnalyticsEvent } from "@/api/types";
import { tellPurchase } from "./data-layer";

/** Stands on the confirmation, where every purchase ends, whichever way it was paid. */
export function PurchaseTold({ event }: { event: AnalyticsEvent }) {
  useEffect(() => tellPurchase(event), [event]);
  return null;
}
