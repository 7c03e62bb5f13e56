import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { UpgradeTicket } from "@/api/types";

/** The tickets that this visitor has added to upgrade them; null when they could not be read. */
export async function readUpgrades(): Promise<UpgradeTicket[] | null> {
  const outcome = outcomeOf<UpgradeTicket[]>(
    await (await visitorApi()).GET("/upgrade/linked-upgrade-ticket"),
    "",
  );
  return outcome.ok ? outcome.answer : null;
}
