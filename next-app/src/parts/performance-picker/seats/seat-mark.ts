import type { SeatCondition } from "./seat-text";

/** Updates the drawing and the name of a seat. */
export function paintSeat(mark: Element, condition: SeatCondition, name: string, pitch: number) {
  mark.setAttribute("d", shapeOf(condition, pitch));
  mark.setAttribute("class", `${classOf(condition)} outline-none`);
  mark.setAttribute("aria-label", name);
  mark.setAttribute("aria-selected", String(condition === "yours"));
  if (condition === "taken") mark.setAttribute("aria-disabled", "true");
  else mark.removeAttribute("aria-disabled");
}

/**
 * The shape of a seat, which shows its condition without colour: a circle if it is free, a cross if it is taken, a disc
 * with a tick if it is the shopper's.
 */
export function shapeOf(condition: SeatCondition, pitch: number): string {
  const r = pitch * 0.42;
  const disc = (by: number) => `M${-by} 0a${by} ${by} 0 1 0 ${2 * by} 0a${by} ${by} 0 1 0 ${-2 * by} 0z`;
  switch (condition) {
    case "free":
      return disc(r);
    case "taken": {
      const a = r * 0.55;
      return `M${-a} ${-a}L${a} ${a}M${-a} ${a}L${a} ${-a}`;
    }
    case "yours": {
      const tick = `M${-r * 0.5} ${r * 0.02}L${-r * 0.14} ${r * 0.4}L${r * 0.54} ${-r * 0.36}`;
      return `${disc(r * 1.12)}${tick}`;
    }
  }
}

export function classOf(condition: SeatCondition): string {
  switch (condition) {
    case "free":
      return "cursor-pointer fill-brand-soft stroke-brand stroke-[1.5px]";
    case "taken":
      return "cursor-not-allowed fill-none stroke-control stroke-[1.5px]";
    case "yours":
      return "cursor-pointer fill-brand stroke-on-brand stroke-[1.5px]";
  }
}
