import { formatDayOfYear } from "@/lib/dates";
import type { Translate } from "@/text/texts";

/** Says why a day cannot be chosen. `state` is the word for its availability; absent if nothing is sold on it. */
export function dayRefusal(t: Translate<"picker">, day: string, state?: string): string {
  const date = formatDayOfYear(day);
  return state ? t("picker.day-state", { date, state }) : t("picker.day-closed", { date });
}
