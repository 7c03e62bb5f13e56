"use client";

import { useEffect } from "react";
import type { AnalyticsEvent } from "@/api/types";
import { tell } from "./data-layer";

/** Stands on the confirmation, where every purchase ends, whichever way it was paid. */
export function PurchaseTold({ event }: { event: AnalyticsEvent }) {
  useEffect(() => tell(event), [event]);
  return null;
}
