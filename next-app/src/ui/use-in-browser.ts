"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false on the server and during hydration, so that both render the same, and true afterwards. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
