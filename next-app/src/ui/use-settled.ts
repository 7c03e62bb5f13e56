import { useState, useSyncExternalStore } from "react";

let isPressing = false;
const listeners = new Set<() => void>();

function tell(pressing: boolean) {
  isPressing = pressing;
  for (const listener of listeners) listener();
}
const begin = () => tell(true);
/** The click comes right after the button is up: in the same task. */
const end = () => setTimeout(() => tell(false));

// A finger's tap comes as these events too, one after the other. A button is let go where a file is dropped, or outside of the window, too.
const ends = ["mouseup", "dragend", "blur"];

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener("mousedown", begin, true);
    for (const name of ends) window.addEventListener(name, end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("mousedown", begin, true);
    for (const name of ends) window.removeEventListener(name, end);
    isPressing = false;
  };
}

/**
 * A value, but while the mouse's button or a finger is down the one that it was before. A press that leaves a field makes
 * the field say what is wrong with it; words that appeared at once would move all that is below, and the press would hit
 * something else.
 */
export function useSettled<Value>(value: Value): Value {
  const pressing = useSyncExternalStore(
    subscribe,
    () => isPressing,
    () => false,
  );
  const [settled, setSettled] = useState(value);
  if (pressing) return settled;
  if (settled !== value) setSettled(value);
  return value;
}
