"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while hydrating, so that both draw the same. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
