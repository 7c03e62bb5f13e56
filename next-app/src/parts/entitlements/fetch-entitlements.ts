import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { AccountEntitlementProduct, EntitlementVariant } from "@/api/types";
import { type EntitlementKind, type Row, rowsOfAccount, rowsOfPasses } from "./rows";

/** The entitlements of the signed-in shopper. */
export async function fetchEntitlements(kind: EntitlementKind): Promise<Outcome<Row[]>> {
  const api = await visitorApi();
  if (kind === "ticket") {
    const outcome = outcomeOf<{ value?: EntitlementVariant[] }>(await api.GET("/product/entitlement"), "");
    return outcome.ok ? { ok: true, answer: rowsOfPasses(outcome.answer.value ?? []) } : outcome;
  }
  const outcome = outcomeOf<{ value?: AccountEntitlementProduct[] }>(
    await api.GET("/product/account-entitlement"),
    "",
  );
  return outcome.ok ? { ok: true, answer: rowsOfAccount(outcome.answer.value ?? []) } : outcome;
}
