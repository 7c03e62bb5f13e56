import { useState, useSyncExternalStore } from "react";

let isPressing = false;
const listeners = new Set<() => void>();

function setPressing(pressing: boolean) {
  isPressing = pressing;
  for (const listener of listeners) listener();
}
const begin = () => setPressing(true);
/** The press ends in a later task, because the click event follows the release in the same task. */
const end = () => setTimeout(() => setPressing(false));

// A tap also fires these events one after the other. A press can also end with a drop or outside the window.
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
 * Returns a value, but keeps the earlier one during a press of the mouse or a tap. A press that blurs a field makes its
 * error appear. If it appeared immediately, the content below would move and the press would miss its target.
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
