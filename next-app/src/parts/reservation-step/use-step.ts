"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { Api, CallOptions } from "@/api/call";
import type { Outcome, Refusal } from "@/api/outcome";
import { keys, useApi, useCartChange } from "@/api/swr";
import type { Reservation } from "@/api/types";
import { guardOf, redirectAfterRefusal, type Step } from "./steps";

type Request<T> = (api: Api) => Promise<{ data?: T; error?: unknown; response: Response }>;

/** The reservation at one of its steps. A visitor who must no longer be at this step is redirected. */
export function useStep(step: Step, initial: Reservation) {
  const router = useRouter();
  const changeCart = useCartChange();
  const { data: reservation = initial, mutate } = useApi<Reservation>(
    keys.reservation(initial.now),
    (api) => api.GET("/reservation"),
    { fallbackData: initial },
  );
  const away = guardOf(step, reservation);
  useEffect(() => {
    if (away !== null) router.replace(away);
  }, [away, router]);

  /** Redirects if the refusal says that the reservation is over. Returns whether the visitor was redirected. */
  function redirectOnRefusal(refusal: Refusal): boolean {
    const place = redirectAfterRefusal(step, refusal);
    if (place !== null) router.push(place);
    return place !== null;
  }

  /** Makes a call that changes the reservation and perhaps the cart. Returns null if the visitor was redirected. */
  async function change<T>(request: Request<T>, options: CallOptions): Promise<Outcome<T> | null> {
    const outcome = await changeCart<T>(request, options);
    return !outcome.ok && redirectOnRefusal(outcome) ? null : outcome;
  }

  /** Reads the reservation again. Returns the known one on failure. */
  async function reload(): Promise<Reservation> {
    return (await mutate().catch(() => undefined)) ?? reservation;
  }

  return { reservation, reload, change, redirectOnRefusal };
}
