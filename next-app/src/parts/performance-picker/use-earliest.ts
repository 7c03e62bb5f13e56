"use client";

import { keys, useApi } from "@/api/swr";
import type { Performance, ProductDate } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import type { Sale } from "./sale";

/** The first days of a product for a group. Nothing is loaded without a product. */
export function useFirstDates(productId: string | null, sale: Sale, starting: string | null, groupSize = 1) {
  return useApi<ProductDate[]>(
    productId === null ? null : keys.firstDates(productId, sale, starting, groupSize),
    (api) =>
      api.POST("/performance/product-date", {
        body: {
          ...sale,
          productIds: [productId ?? ""],
          groupSize,
          ...(starting ? { startDate: starting } : {}),
        },
      }),
  );
}

type Asked = {
  productId: string;
  sale: Sale;
  starting: string | null;
  groupSize?: number;
  /** The next performance that is not full, if the page knows it. */
  earliest?: Performance | null;
};

/** The next performance into which the group fits; null if there is none, or while it is loading. */
export function useEarliest({
  productId,
  sale,
  starting,
  groupSize = 1,
  earliest = null,
}: Asked): Performance | null {
  // The page knows the performance for one person.
  const { data: dates } = useFirstDates(groupSize > 1 ? productId : null, sale, starting, groupSize);
  const day = dates?.find(isOpenFor)?.date ?? null;
  const { data } = useApi(day ? keys.times(productId, sale, day, groupSize) : null, (api) =>
    api.POST("/performance/product-date-performance", {
      body: { ...sale, productId, date: day ?? "", groupSize },
    }),
  );
  return groupSize > 1 ? (data?.value?.find(isOpenFor) ?? null) : earliest;
}
