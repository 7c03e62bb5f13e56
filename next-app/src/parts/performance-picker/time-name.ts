import type { Performance } from "@/api/types";
import { formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";

/** The name of a time. */
export function timeName(t: Translate<"picker">, performance: Performance, position: number): string {
  return timeParts(t, performance, position).join(", ");
}

/**
 * The time, and what is said about it. Later selections may be in different shows, so their text includes the show.
 */
export function timeParts(
  t: Translate<"picker">,
  { validAllDay, performanceTime, timeLabel, showName }: Performance,
  position: number,
): string[] {
  const time = validAllDay ? [timeLabel || t("picker.all-day")] : [formatTime(performanceTime), timeLabel];
  return [...time, position > 0 ? showName : null].flatMap((part) => (part ? [part] : []));
}
