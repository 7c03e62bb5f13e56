import { formatTypedDay } from "@/lib/dates";
import type { Say } from "@/text/texts";

/** The days on which something is good, as their first and their last one, if it has them. */
export function validityWords(t: Say<"validity">, from: string | undefined, to: string | undefined): string {
  if (from && to) return t("validity.from-to", { from: formatTypedDay(from), to: formatTypedDay(to) });
  if (from) return t("validity.from", { from: formatTypedDay(from) });
  return to ? t("validity.to", { to: formatTypedDay(to) }) : t("validity.always");
}
