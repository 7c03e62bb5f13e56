import type { Performance } from "@/api/types";
import { formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";

/** A chosen time, after the name of its `show` if that is not said elsewhere, such as `The Late Concert, 10:30 PM`. */
export function chosenName(t: Translate<"picker">, performance: Performance, show: string | null): string {
  return [show, ...timeParts(t, performance, null)].filter(Boolean).join(", ");
}

/** A time to choose: the time, what is said about it, and the name of its `show` if that is not said elsewhere. */
export function timeParts(
  t: Translate<"picker">,
  { validAllDay, performanceTime, timeLabel }: Performance,
  show: string | null,
): string[] {
  const time = validAllDay ? [timeLabel || t("picker.all-day")] : [formatTime(performanceTime), timeLabel];
  return [...time, show].flatMap((part) => (part ? [part] : []));
}
