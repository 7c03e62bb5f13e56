"use client";

import { useEffect, useRef } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import { activity } from "./activity";
import { type Api, type CallOptions, call } from "./call";
import type { Outcome, Refusal } from "./outcome";
import { readSession } from "./session";
import type { Account, Cart, MiniCart } from "./types";

/**
 * Data in the browser. Keys are lists whose first part names the thing, so that a change can refresh all of a kind.
 */
export const keys = {
  session: ["session"],
  account: ["account"],
  currentWebSite: ["current-web-site"],
  miniCart: ["mini-cart"],
  /** As it stands. */
  cart: ["cart", "as-it-stands"],
  /** After what ran out was claimed again: reading it may change the cart, so it is asked for by the pages that tell what changed. */
  revisedCart: ["cart", "revised"],
  /** The visit that was to be paid with the cart: whether it is depends on what is in it. */
  cartVisit: (items: string) => ["cart-visit", items],
  /** What lines would come to. */
  quote: (sale: object, items: readonly object[]) => ["quote", sale, items],
  /** They follow what is in the cart. */
  deliveryMethods: (lines: string) => ["delivery-methods", lines],
  withheldDelivery: (lines: string) => ["withheld-delivery", lines],
  /** They follow the choice between a plan and the full price. */
  paymentMethods: (paysByPlan: boolean) => ["payment-methods", paysByPlan],
  /** Some more or less of them open are other answers. */
  cartPasses: (open: number) => ["cart-passes", open],
  billingPlans: ["billing-plans"],
  savedPayments: ["saved-payments"],
  linkedPasses: ["linked-passes"],
  backgroundUpdate: ["background-update"],
  upgradeTickets: ["upgrade-tickets"],
  upgradableTickets: ["upgradable-tickets"],
  /** What the server read with the page is where it starts; an earlier page's answer is none of it. */
  reservation: (readAt: string) => ["reservation", readAt],
  myReservation: (id: string) => ["my-reservation", id],
  myReservationItems: (id: string) => ["my-reservation-items", id],
  /**
   * The days of one of the visitor's reservations, or of the one in progress, in a park. They depend on the party, which may have changed
   * since the calendar was last open: each time that it opens it reads them for itself.
   */
  visitDates: (openedAt: number, reservation: string, propertyId: string, month: string | null) => [
    "visit-dates",
    openedAt,
    reservation,
    propertyId,
    month,
  ],
  entitlements: (of: string) => ["entitlements", of],
  /** A way of its own may have days of its own. */
  months: (productId: string, sale: object, showId: string | null, month: string) => [
    "product-date",
    productId,
    sale,
    showId,
    month,
  ],
  firstDates: (productId: string, sale: object, startDate: string | null) => [
    "product-date",
    productId,
    sale,
    "first",
    startDate,
  ],
  week: (productId: string, sale: object, sunday: string) => ["dynamic-pricing", productId, sale, sunday],
  seats: (productId: string, performanceId: string) => ["seats", productId, performanceId],
} as const;

type Request<T> = (api: Api) => Promise<{ data?: T; error?: unknown; response: Response }>;

type Options<T> = Omit<SWRConfiguration<T, Refusal>, "refreshInterval"> & {
  /** Read again every so many milliseconds, for as long as the latest answer, if there is one, says so; 0 for not. */
  pollMs?: (latest: T | undefined) => number;
};

/**
 * Reads with SWR; a null key waits. What goes wrong arrives in `error` as a `Refusal`. Nothing is read again while the
 * visitor is idle, and what a page asks over and over on its own does not count as the visitor's activity.
 */
export function useApi<T>(key: readonly unknown[] | null, request: Request<T>, options: Options<T> = {}) {
  const { pollMs, ...rest } = options;
  const polls = useRef(false);
  const found = useSWR<T, Refusal>(
    key,
    async () => {
      const outcome = await call<T>(request, { unattended: polls.current });
      if (!outcome.ok) throw outcome;
      return outcome.answer;
    },
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
      isPaused: activity.isIdle,
      refreshInterval: (latest) => pollMs?.(latest) ?? 0,
      ...rest,
    },
  );
  const { data, error, mutate } = found;
  const interval = pollMs?.(data) ?? 0;
  useEffect(() => {
    polls.current = interval > 0 && (data !== undefined || error !== undefined);
  }, [interval, data, error]);

  // After a request that failed SWR polls no more. One lost answer is no reason to show what was true a while ago.
  const retryMs = error === undefined ? 0 : interval;
  useEffect(() => {
    if (retryMs === 0) return;
    const timer = setInterval(() => {
      if (!document.hidden) void mutate();
    }, retryMs);
    return () => clearInterval(timer);
  }, [retryMs, mutate]);
  return found;
}

export function useMiniCart() {
  return useApi<MiniCart>(keys.miniCart, (api) => api.GET("/cart/mini-cart"), { revalidateOnFocus: true });
}

/** The cart as it stands; nothing while there is no cart to be asked for. */
export function useCart(options: Options<Cart> = {}, isThere = true) {
  return useApi<Cart>(isThere ? keys.cart : null, (api) => api.GET("/cart"), options);
}

/** The cart with the places whose hold ran out claimed again, and what changed meanwhile. */
export function useRevisedCart(options: Options<Cart> = {}) {
  return useApi<Cart>(keys.revisedCart, readRevised, options);
}

export const readRevised = (api: Api) => api.GET("/cart", { params: { query: { revise: true } } });

const isCart = (key: unknown) => Array.isArray(key) && key[0] === "cart";

export function useSession() {
  return useApi(keys.session, readSession);
}

/** Who is signed in; asked for only when somebody is. */
export function useAccount(signedIn: boolean) {
  return useApi<Account>(signedIn ? keys.account : null, (api) => api.GET("/account"));
}

/**
 * Makes a call that changes the cart. Whatever it answers, the cart and the mini cart are read again: a refusal may
 * have changed the cart as well (a claim that ran out, a price that moved).
 */
export function useCartChange() {
  const { mutate } = useSWRConfig();
  return async <T>(request: Request<T>, options: CallOptions): Promise<Outcome<T>> => {
    const outcome = await call<T>(request, options);
    await Promise.all([mutate(keys.miniCart), mutate(isCart)]);
    return outcome;
  };
}
