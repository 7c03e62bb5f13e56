import { formatDate, formatDay, formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";

/** The validity period as its first and last day, as far as they are known. */
export function validityText(
  t: Translate<"validity">,
  from: string | undefined,
  to: string | undefined,
): string {
  if (from && to) return t("validity.from-to", { from: formatDate(from), to: formatDate(to) });
  if (from) return t("validity.from", { from: formatDate(from) });
  return to ? t("validity.to", { to: formatDate(to) }) : t("validity.always");
}

export type Days = { from?: string; to?: string; entryTime?: string };

/** When a ticket or pass admits: `Saturday, December 5, 2026, 10:00 AM` for a visit, else the validity period. */
export function admissionText(t: Translate<"validity">, { from, to, entryTime }: Days): string {
  if (!to) return t("validity.any-day");
  if (!from) return t("validity.last-day", { to: formatDate(to) });
  if (from !== to) return validityText(t, from, to);
  const day = formatDay(to);
  return entryTime ? t("validity.day-and-time", { day, time: formatTime(entryTime) }) : day;
}
