import type { SeatState } from "@/api/types";
import type { SeatCondition } from "./seat-text";

export type SeatKind = SeatState["kind"];

/** What a seat is drawn as: its kind, or a box that is sold as a whole, or a seat with a restricted view. */
export type SeatLook = SeatKind | "whole" | "restrictedView";

export function lookOf({ kind, places, features }: SeatState): SeatLook {
  if (kind !== "standard") return kind;
  if (places) return "whole";
  return features?.includes("restrictedView") ? "restrictedView" : "standard";
}

/** `isOther` says that the seat is not among those that the shopper looks for. */
type Painted = { condition: SeatCondition; look: SeatLook; name: string; isOther: boolean };

/** Updates the drawing and the name of a seat. */
export function paintSeat(mark: Element, { condition, look, name, isOther }: Painted, pitch: number) {
  mark.setAttribute("d", shapeOf(condition, look, pitch));
  mark.setAttribute("class", `${classOf(condition)} ${isOther ? "opacity-25" : ""} outline-none`);
  mark.setAttribute("aria-label", name);
  mark.setAttribute("aria-selected", String(condition === "yours"));
  if (condition === "taken") mark.setAttribute("aria-disabled", "true");
  else mark.removeAttribute("aria-disabled");
}

/**
 * The shape of a seat, which shows its condition and its kind without colour: a circle if it is free, a cross if it is
 * taken, a disc with a tick if it is the shopper's. Accessible seats are squares, and a wheelchair space that is free
 * contains a wheelchair. A box is a disc in a ring, and a seat with a restricted view has a bar across it.
 */
export function shapeOf(condition: SeatCondition, look: SeatLook, pitch: number): string {
  const r = pitch * 0.42;
  const outline = look === "wheelchair" || look === "companion" ? square : disc;
  switch (condition) {
    case "free":
      return `${outline(r)}${insideOf(look, r)}`;
    case "taken": {
      const a = r * 0.55;
      return `M${-a} ${-a}L${a} ${a}M${-a} ${a}L${a} ${-a}`;
    }
    case "yours": {
      const tick = `M${-r * 0.5} ${r * 0.02}L${-r * 0.14} ${r * 0.4}L${r * 0.54} ${-r * 0.36}`;
      return `${outline(r * 1.12)}${tick}`;
    }
  }
}

/** The sign in a free seat. */
function insideOf(look: SeatLook, r: number): string {
  switch (look) {
    case "wheelchair":
      return wheelchair(r);
    case "whole":
      return disc(r * 1.3);
    case "restrictedView":
      return `M${-r} ${r * 0.75}h${2 * r}`;
    default:
      return "";
  }
}

function disc(r: number): string {
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function square(r: number): string {
  return `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
}

/** A person in a wheelchair: the head, the back and the legs, and the wheel. */
function wheelchair(r: number): string {
  const at = (x: number, y: number) => `${x * r} ${y * r}`;
  const head = `M${at(-0.25, -0.62)}a${at(0.1, 0.1)} 0 1 0 ${at(0.2, 0)}a${at(0.1, 0.1)} 0 1 0 ${at(-0.2, 0)}z`;
  const body = `M${at(-0.15, -0.4)}L${at(-0.15, 0.1)}L${at(0.3, 0.1)}L${at(0.5, 0.55)}`;
  const wheel = `M${at(-0.35, -0.05)}a${at(0.38, 0.38)} 0 1 0 ${at(0.55, 0.45)}`;
  return `${head}${body}${wheel}`;
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
