import type { Performance } from "@/api/types";
import { formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";

/** The name of a time. Later selections may be in different shows, so their name includes the show. */
export function timeName(t: Translate<"picker">, performance: Performance, position: number): string {
  const { validAllDay, performanceTime, timeLabel } = performance;
  const parts = validAllDay ? [timeLabel || t("picker.all-day")] : [formatTime(performanceTime), timeLabel];
  if (position > 0) parts.push(performance.showName);
  return parts.filter(Boolean).join(", ");
}
