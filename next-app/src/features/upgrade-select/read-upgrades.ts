import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { AccountTicket, UpgradeTicket } from "@/api/types";

/** The tickets that this visitor has added to upgrade them; null when they could not be read. */
export async function readUpgrades(): Promise<UpgradeTicket[] | null> {
  const outcome = outcomeOf<UpgradeTicket[]>(
    await (await visitorApi()).GET("/upgrade/linked-upgrade-ticket"),
    "",
  );
  return outcome.ok ? outcome.answer : null;
}

/** The tickets of who is signed in that may be upgraded. What is not answered can still be added by its barcode. */
export async function readUpgradable(): Promise<AccountTicket[]> {
  const outcome = outcomeOf<AccountTicket[]>(
    await (await visitorApi()).GET("/account/upgradable-ticket"),
    "",
  );
  return outcome.ok ? outcome.answer : [];
}
