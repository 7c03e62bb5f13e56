"use client";

import { keys, useApi } from "@/api/swr";
import type { AccountEntitlementProduct, EntitlementVariant } from "@/api/types";
import { type EntitlementKind, type Row, rowsOfAccount, rowsOfPasses } from "./rows";

/** The entitlements, read on the server at first. `initial` is null if they could not be read there. */
export function useRows(kind: EntitlementKind, initial: Row[] | null) {
  return useApi<Row[]>(
    keys.entitlements(kind),
    async (api) => {
      if (kind === "ticket") {
        const { data, ...raw } = await api.GET("/product/entitlement");
        const value = data as { value?: EntitlementVariant[] } | undefined;
        return { ...raw, data: value && rowsOfPasses(value.value ?? []) };
      }
      const { data, ...raw } = await api.GET("/product/account-entitlement");
      const value = data as { value?: AccountEntitlementProduct[] } | undefined;
      return { ...raw, data: value && rowsOfAccount(value.value ?? []) };
    },
    { fallbackData: initial ?? undefined, revalidateOnMount: initial === null },
  );
}
