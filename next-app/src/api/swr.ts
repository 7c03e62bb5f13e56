"use client";

import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import { type Api, type CallOptions, call } from "./call";
import type { Outcome, Refusal } from "./outcome";
import type { MiniCart } from "./types";

/**
 * Data in the browser. Keys are lists whose first part names the thing, so that a change can refresh all of a kind.
 */
export const keys = {
  session: ["session"],
  miniCart: ["mini-cart"],
  cart: ["cart"],
  months: (productId: string, showId: string | null, month: string) => [
    "product-date",
    productId,
    showId,
    month,
  ],
} as const;

type Request<T> = (api: Api) => Promise<{ data?: T; error?: unknown; response: Response }>;

/** Reads with SWR; a null key waits. What goes wrong arrives in `error` as a `Refusal`. */
export function useApi<T>(
  key: readonly unknown[] | null,
  request: Request<T>,
  options: SWRConfiguration<T, Refusal> = {},
) {
  return useSWR<T, Refusal>(
    key,
    async () => {
      const outcome = await call<T>(request);
      if (!outcome.ok) throw outcome;
      return outcome.answer;
    },
    { revalidateOnFocus: false, shouldRetryOnError: false, ...options },
  );
}

export function useMiniCart() {
  return useApi<MiniCart>(keys.miniCart, (api) => api.GET("/cart/mini-cart"), { revalidateOnFocus: true });
}

export function useSession() {
  return useApi(keys.session, (api) => api.GET("/session"));
}

/**
 * Makes a call that changes the cart. Whatever it answers, the cart and the mini cart are read again: a refusal may
 * have changed the cart as well (a claim that ran out, a price that moved).
 */
export function useCartChange() {
  const { mutate } = useSWRConfig();
  return async <T>(request: Request<T>, options: CallOptions): Promise<Outcome<T>> => {
    const outcome = await call<T>(request, options);
    await Promise.all([mutate(keys.miniCart), mutate(keys.cart)]);
    return outcome;
  };
}
