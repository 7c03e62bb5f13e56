"use client";

import { useState } from "react";
import type { Cart } from "@/api/types";
import { cartKey } from "./cart-key";

/** A message, the cart before the change that it reports, and the cart after it as soon as that is known. */
type Said<M> = { message: M; before: string; after: string | null };

/**
 * A message about a change of the cart. It stays for the carts before and after that change and ends with the next one.
 * A message that nothing was changed ends with the first change.
 */
export function useCartMessage<M>(cart: Cart) {
  const [said, setSaid] = useState<Said<M> | null>(null);
  const key = cartKey(cart);
  // The page may get the changed cart before or after the message.
  if (said !== null && said.after === null && said.before !== key) setSaid({ ...said, after: key });
  const isShown = said !== null && (said.after === null || [said.before, said.after].includes(key));
  // The message has ended for good: it does not return with a later cart that is equal to the one it was about.
  if (said !== null && !isShown) setSaid(null);
  return {
    message: isShown ? said.message : null,
    /** Shows a message about a change of the cart. */
    sayChanged: (message: M) => setSaid({ message, before: key, after: null }),
    /** Shows a message about the cart as it is. */
    sayUnchanged: (message: M) => setSaid({ message, before: key, after: key }),
    clear: () => setSaid(null),
  };
}
