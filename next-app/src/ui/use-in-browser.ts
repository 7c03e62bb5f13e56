"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration, so that both render the same; true afterwards. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
