"use client";

import type { Api, CallOptions } from "@/api/call";
import { useCartChange } from "@/api/swr";
import { type Asking, type Confirmed, confirmed } from "./confirmed";
import type { Ask } from "./use-question";

type Request<T> = (
  api: Api,
  reSubmitContext: string | undefined,
) => Promise<{ data?: T; error?: unknown; response: Response }>;

/**
 * Changes the cart. If the shop asks for a confirmation, shows the question and repeats the call once the shopper
 * agrees.
 */
export function useConfirmedChange(ask: Ask) {
  const changeCart = useCartChange();
  return <T extends Asking>(request: Request<T>, options: CallOptions): Promise<Confirmed<T>> =>
    confirmed<T>((context) => changeCart((api) => request(api, context), options), ask);
}
