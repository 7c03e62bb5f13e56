"use client";

import { useEffect, useRef } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from "swr";
import { activity } from "./activity";
import { type Api, type CallOptions, call } from "./call";
import type { Outcome, Refusal } from "./outcome";
import { fetchSession } from "./session";
import type { Account, Cart, MiniCart } from "./types";

/** Days from the first to the last, in the format `YYYY-MM-DD`. */
type DayRange = { startDate: string; endDate: string };

/**
 * Data in the browser. Keys are lists whose first part names the kind of data, so that a change can refresh all entries
 * of a kind.
 */
export const keys = {
  session: ["session"],
  account: ["account"],
  currentWebSite: ["current-web-site"],
  miniCart: ["mini-cart"],
  /** The cart, read without changing it. */
  cart: ["cart", "as-it-stands"],
  /**
   * The cart after expired claims were reclaimed. Reading it may change the cart, so only pages that report the changes
   * read it.
   */
  revisedCart: ["cart", "revised"],
  /** The visit to be paid with the cart. It depends on the cart's items. */
  cartVisit: (items: string) => ["cart-visit", items],
  /** The price quote of lines that are not in the cart yet. */
  quote: (sale: object, items: readonly object[]) => ["quote", sale, items],
  /** The performances of a product on a day. */
  performances: (productId: string, sale: object, date: string) => ["performances", productId, sale, date],
  /** The opening hours of a venue on a day. */
  venueDay: (siteId: string, date: string) => ["venue-day", siteId, date],
  /** The available and the withheld delivery methods, which depend on the cart's lines. */
  deliveryMethods: (lines: string) => ["delivery-methods", lines],
  withheldDelivery: (lines: string) => ["withheld-delivery", lines],
  /** The payment methods, which depend on whether the shopper pays with a plan. */
  paymentMethods: (paysByPlan: boolean) => ["payment-methods", paysByPlan],
  /** The passes in the cart. They are read again when the number of incomplete passes changes. */
  cartPasses: (open: number) => ["cart-passes", open],
  /** The tickets of an order, and to whom they were sent. */
  ownedTickets: (orderId: string) => ["owned-tickets", orderId],
  billingPlans: ["billing-plans"],
  savedPayments: ["saved-payments"],
  linkedPasses: ["linked-passes"],
  backgroundUpdate: ["background-update"],
  upgradeTickets: ["upgrade-tickets"],
  upgradableTickets: ["upgradable-tickets"],
  /** The entry starts with the data that the server read for this page, not with the response of an earlier page. */
  reservation: (fetchForStep: string) => ["reservation", fetchForStep],
  myReservation: (id: string) => ["my-reservation", id],
  myReservationItems: (id: string) => ["my-reservation-items", id],
  /**
   * The days in a park for one of the visitor's reservations or the one in progress. They depend on the party, which
   * may have changed since the calendar was last open, so each opening reads them again.
   */
  visitDates: (openedAt: number, reservation: string, propertyId: string, range: DayRange | null) => [
    "visit-dates",
    openedAt,
    reservation,
    propertyId,
    range,
  ],
  entitlements: (of: string) => ["entitlements", of],
  /** The sale is part of the key, because different sale contexts may have different days. */
  months: (productId: string, sale: object, range: DayRange, groupSize: number) => [
    "product-date",
    productId,
    sale,
    range,
    groupSize,
  ],
  firstDates: (productId: string, sale: object, startDate: string | null, groupSize: number) => [
    "product-date",
    productId,
    sale,
    "first",
    startDate,
    groupSize,
  ],
  times: (productId: string, sale: object, day: string, groupSize: number) => [
    "times",
    productId,
    sale,
    day,
    groupSize,
  ],
  week: (productId: string, sale: object, sunday: string, groupSize: number) => [
    "dynamic-pricing",
    productId,
    sale,
    sunday,
    groupSize,
  ],
  seats: (productId: string, performanceId: string) => ["seats", productId, performanceId],
} as const;

type Request<T> = (api: Api) => Promise<{ data?: T; error?: unknown; response: Response }>;

type Options<T> = Omit<SWRConfiguration<T, Refusal>, "refreshInterval" | "fallbackData"> & {
  /** The data that was sent with the page. */
  fallbackData?: T;
  /** The polling interval in milliseconds, computed from the latest response if there is one; 0 stops polling. */
  pollMs?: (latest: T | undefined) => number;
};

function useRead<T>(
  key: readonly unknown[] | null,
  request: Request<T>,
  options: Options<T> = {},
): SWRResponse<T, Refusal> {
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

  // SWR stops polling after a failed request. Retry at the same interval, so that one lost response does not leave old
  // data on the page.
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

/** What SWR returns on the app's server, where nothing is read. SWR takes much longer to find that out. */
function useServed<T>(
  key: readonly unknown[] | null,
  _: Request<T>,
  { fallbackData, revalidateOnMount, revalidateIfStale }: Options<T> = {},
): SWRResponse<T, Refusal> {
  const isLoading = key !== null && (revalidateOnMount ?? revalidateIfStale ?? true);
  const mutate = async () => undefined;
  return { data: fallbackData, error: undefined, isLoading, isValidating: isLoading, mutate };
}

/**
 * Reads with SWR; nothing is read while the key is null. Failures arrive in `error` as a `Refusal`. No data is reloaded
 * while the visitor is idle, and polling does not count as the visitor's activity.
 */
export const useApi = typeof window === "undefined" ? useServed : useRead;

export function useMiniCart(options: Options<MiniCart> = {}) {
  return useApi<MiniCart>(keys.miniCart, (api) => api.GET("/cart/mini-cart"), {
    revalidateOnFocus: true,
    ...options,
  });
}

/** Reads the cart without changing it; reads nothing while `isThere` is false. */
export function useCart(options: Options<Cart> = {}, isThere = true) {
  return useApi<Cart>(isThere ? keys.cart : null, (api) => api.GET("/cart"), options);
}

/** The cart with expired claims reclaimed, and what changed. */
export function useRevisedCart(options: Options<Cart> = {}) {
  return useApi<Cart>(keys.revisedCart, fetchRevisedCart, options);
}

export const fetchRevisedCart = (api: Api) => api.GET("/cart", { params: { query: { revise: true } } });

const isCart = (key: unknown) => Array.isArray(key) && key[0] === "cart";

export function useSession() {
  return useApi(keys.session, fetchSession);
}

/** The signed-in account; read only when `signedIn` is true. */
export function useAccount(signedIn: boolean) {
  return useApi<Account>(signedIn ? keys.account : null, (api) => api.GET("/account"));
}

/**
 * Makes a call that changes the cart. The cart and the mini cart are read again after every call, because a refused
 * call may have changed the cart too (an expired claim, a changed price).
 */
export function useCartChange() {
  const { mutate } = useSWRConfig();
  return async <T>(request: Request<T>, options: CallOptions): Promise<Outcome<T>> => {
    const outcome = await call<T>(request, options);
    await Promise.all([mutate(keys.miniCart), mutate(isCart)]);
    return outcome;
  };
}
