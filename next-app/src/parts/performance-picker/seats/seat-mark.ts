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

/**
 * The shape of a seat as a path from its centre, which shows its condition and its kind without colour: a circle if it is
 * free, a cross if it is taken, a disc with a tick if it is chosen, a ring around a dot if the shopper has it now. Accessible seats are squares, and a wheelchair
 * space that is free contains a wheelchair. A box is a disc in a ring, and a seat with a restricted view has a bar across
 * it. Only steps relative to the centre, so that one text is the shape of many seats.
 */
export function shapeOf(condition: SeatCondition, look: SeatLook, pitch: number): string {
  const r = pitch * 0.42;
  const outline = look === "wheelchair" || look === "companion" ? square : disc;
  switch (condition) {
    case "free":
      return `${outline(r)}${insideOf(look, r)}`;
    case "taken": {
      const a = r * 0.55;
      return `${line([-a, -a], [a, a])}${line([-a, a], [a, -a])}`;
    }
    case "own":
      return `${outline(r)}${disc(r * 0.4)}`;
    case "yours":
      return `${outline(r * 1.12)}${line([-r * 0.5, r * 0.02], [-r * 0.14, r * 0.4], [r * 0.54, -r * 0.36])}`;
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
      return line([-r, r * 0.75], [r, r * 0.75]);
    default:
      return "";
  }
}

type Step = readonly [x: number, y: number];

const short = (value: number) => Math.round(value * 100) / 100;

/** Each of these begins and ends at the centre. */
function line(...points: Step[]): string {
  let path = "";
  let [atX, atY] = [0, 0];
  for (const [x, y] of [...points, [0, 0] as Step]) {
    const isMove = path === "" || (x === 0 && y === 0);
    path += `${isMove ? "m" : "l"}${short(x - atX)} ${short(y - atY)}`;
    [atX, atY] = [x, y];
  }
  return path;
}

function disc(r: number): string {
  const radius = short(r);
  return `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0zm${radius} 0`;
}

function square(r: number): string {
  const half = short(r);
  return `m${-half} ${-half}h${2 * half}v${2 * half}h${-2 * half}zm${half} ${half}`;
}

/** A person in a wheelchair: the head, the back and the legs, and the wheel. */
function wheelchair(r: number): string {
  const head = `m${short(-r * 0.15)} ${short(-r * 0.62)}${disc(r * 0.1)}m${short(r * 0.15)} ${short(r * 0.62)}`;
  const body = line([-r * 0.15, -r * 0.4], [-r * 0.15, r * 0.1], [r * 0.3, r * 0.1], [r * 0.5, r * 0.55]);
  const wheel = `m${short(-r * 0.35)} ${short(-r * 0.05)}a${short(r * 0.38)} ${short(r * 0.38)} 0 1 0 ${short(r * 0.55)} ${short(r * 0.45)}`;
  return `${head}${body}${wheel}`;
}

/** A seat of a hall that is too far away for shapes: a dot. A taken seat is a smaller one. */
export const dot = "h0";

export function classOf(condition: SeatCondition): string {
  switch (condition) {
    case "free":
      return "fill-brand-soft stroke-brand stroke-[1.5px]";
    case "taken":
      return "fill-none stroke-control stroke-[1.5px]";
    case "own":
      return "fill-none stroke-brand stroke-[2px]";
    case "yours":
      return "fill-brand stroke-on-brand stroke-[1.5px]";
  }
}
