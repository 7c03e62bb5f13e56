import { unbroken } from "@/lib/dates";
import { admissionText, type Days } from "@/parts/validity/validity";
import type { Translate } from "@/text/texts";

/** For which visits a ticket or pass can be reserved. A ticket of one day limits the whole party to that day. */
export function visitDays(t: Translate<"reservation-link" | "validity">, days: Days): string {
  const when = unbroken(admissionText(t, days));
  return days.from && days.from === days.to ? t("reservation-link.only-on", { when }) : when;
}
