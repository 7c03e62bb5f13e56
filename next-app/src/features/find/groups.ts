import type { FindItem } from "@/api/types";
import { isFullThatDay } from "@/parts/offer-card/found-offer";

type Fit = FindItem["fit"];

/** How many items fit the wanted day, in the words of the headings and of the line above the results. */
export const countTexts = {
  onDay: "find.on-day-count",
  anyDay: "find.any-day-count",
  otherDays: "find.other-days-count",
} as const satisfies Record<Fit, string>;

/**
 * The items, grouped by how they fit the wanted day. What is open on the day but full is in the group of the day, as in
 * the number that the strip of days shows.
 */
export function groupsOf(items: readonly FindItem[]): { fit: Fit; members: FindItem[] }[] {
  const fitOf = (item: FindItem) => (isFullThatDay(item) ? "onDay" : item.fit);
  return (["onDay", "anyDay", "otherDays"] as const)
    .map((fit) => ({ fit, members: items.filter((item) => fitOf(item) === fit) }))
    .filter(({ members }) => members.length > 0);
}
