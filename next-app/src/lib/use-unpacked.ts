import { useMemo } from "react";
import { type Packed, unpack } from "./packed";

/** The data of a property. It stays the same object as long as its text is the same. */
export function useUnpacked<T>(packed: Packed<T>): T {
  return useMemo(() => unpack(packed), [packed]);
}
