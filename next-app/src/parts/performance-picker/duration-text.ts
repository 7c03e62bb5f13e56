import type { Translate } from "@/text/texts";

/** A length of time, such as `55 min` or `2 hr 10 min`. */
export function durationText(t: Translate<"picker">, total: number): string {
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return t("picker.minutes", { minutes });
  return minutes === 0 ? t("picker.hours", { hours }) : t("picker.hours-and-minutes", { hours, minutes });
}
