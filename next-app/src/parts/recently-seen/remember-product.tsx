"use client";

import { useEffect } from "react";
import { remember, type Seen } from "./seen";

/** Remembers the product of the page in this browser. It shows nothing. */
export function RememberProduct({ path, name, picture }: Seen) {
  useEffect(() => remember({ path, name, picture }), [path, name, picture]);
  return null;
}
