"use client";

import { keys, useApi } from "@/api/swr";
import type { DynamicDate, DynamicPricing } from "@/api/types";
import { addDays } from "@/lib/dates";
import type { Sale } from "../sale";

/** The days of one week with their prices and performances. A null week is not loaded. */
export function useWeek(
  productId: string,
  sale: Sale,
  sunday: string | null,
  groupSize: number,
  known?: DynamicDate[],
) {
  return useApi<DynamicPricing>(
    sunday ? keys.week(productId, sale, sunday, groupSize) : null,
    (api) =>
      api.POST("/performance/dynamic", {
        body: { ...sale, productId, startDate: sunday ?? "", endDate: addDays(sunday ?? "", 6), groupSize },
      }),
    known && groupSize === 1 && sunday && covers(known, sunday)
      ? { fallbackData: { success: true, dates: known } }
      : {},
  );
}

function covers(days: DynamicDate[], sunday: string): boolean {
  return days.some((day) => day.date >= sunday && day.date <= addDays(sunday, 6));
}
