import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { AccountTicket, UpgradeTicket } from "@/api/types";

/** The tickets that this visitor has added for an upgrade; null if they could not be read. */
export async function fetchUpgradeTickets(): Promise<UpgradeTicket[] | null> {
  const outcome = outcomeOf<UpgradeTicket[]>(
    await (await visitorApi()).GET("/upgrade/linked-upgrade-ticket"),
    "",
  );
  return outcome.ok ? outcome.answer : null;
}

/**
 * The signed-in shopper's tickets that can be upgraded. After a failure the list is empty, because tickets can also be
 * added by barcode.
 */
export async function fetchUpgradableTickets(): Promise<AccountTicket[]> {
  const outcome = outcomeOf<AccountTicket[]>(
    await (await visitorApi()).GET("/account/upgradable-ticket"),
    "",
  );
  return outcome.ok ? outcome.answer : [];
}
