import type { CheckoutQuestion } from "@/api/types";
import { chosenOf } from "./answers";

/** The answer of a consent that was given. */
export const given = "yes";

/** The chosen answers after one of them was chosen or is no longer chosen, in the order of the choices. */
export function withChoice({ choices }: CheckoutQuestion, answer = "", choice: string): string {
  const chosen = chosenOf(answer);
  return choices.filter((it) => chosen.includes(it) !== (it === choice)).join("\n");
}

/** Items that follow each other and have the same name, under that name. */
export function byName<Item>(
  items: Item[],
  nameOf: (item: Item) => string,
): { name: string; items: Item[] }[] {
  const groups: { name: string; items: Item[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.name === nameOf(item)) last.items.push(item);
    else groups.push({ name: nameOf(item), items: [item] });
  }
  return groups;
}
