import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { DonationSettings } from "@/api/types";

/** Whether the shop offers donations. After a failure the answer is no, because a donation must not block a purchase. */
export async function fetchDonates(): Promise<boolean> {
  const offer = outcomeOf<DonationSettings>(await (await visitorApi()).GET("/product/donation-settings"), "");
  return offer.ok && offer.answer.product !== undefined;
}
