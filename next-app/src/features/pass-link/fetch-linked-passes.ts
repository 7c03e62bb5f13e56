import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { LinkedPasses } from "@/api/types";

/** The passes in the signed-in account's list; null if they could not be read. */
export async function fetchLinkedPasses(): Promise<LinkedPasses | null> {
  const outcome = outcomeOf<LinkedPasses>(await (await visitorApi()).GET("/account/linked-pass-details"), "");
  return outcome.ok ? outcome.answer : null;
}
