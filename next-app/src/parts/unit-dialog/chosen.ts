import type { Cancelable } from "@/api/types";

/** The units that are chosen, each as its line's id and its number in the line. */
export type Chosen = ReadonlySet<string>;

export type Item = Cancelable["items"][number];

export const keyOf = (item: Item, unit: number): string => `${item.orderItemId}:${unit}`;

/** The numbers of the units of a line that can be canceled. */
export function cancelableUnits(item: Item): number[] {
  if (item.refusal !== undefined) return [];
  return item.units.filter(({ refusal }) => refusal === undefined).map(({ unit }) => unit);
}

/** The chosen units as the API takes them, in the order of the lines. Those that can no longer be canceled are left out. */
export function chosenUnits(items: readonly Item[], chosen: Chosen): { orderItemId: string; unit: number }[] {
  return items.flatMap((item) =>
    cancelableUnits(item)
      .filter((unit) => chosen.has(keyOf(item, unit)))
      .map((unit) => ({ orderItemId: item.orderItemId, unit })),
  );
}

/** The choice after these units of a line were chosen or given up. */
export function withUnits(
  chosen: Chosen,
  item: Item,
  units: readonly number[],
  isChosen: boolean,
): ReadonlySet<string> {
  const after = new Set(chosen);
  for (const unit of units) {
    if (isChosen) after.add(keyOf(item, unit));
    else after.delete(keyOf(item, unit));
  }
  return after;
}
