"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useSWRConfig } from "swr";
import { activity } from "@/api/activity";
import { call } from "@/api/call";
import { fetchRevisedCart, keys, useCartChange } from "@/api/swr";
import type { Cart } from "@/api/types";
import { cartTexts } from "@/text/areas/cart";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { holdState, needsFreshRead, secondsHeld } from "./hold-state";
import { useSecondsHeld } from "./use-seconds-held";

export type HeldCart = Pick<Cart, "heldUntil" | "now" | "holdExtendable">;

/** The hold of the cart's places, and the shopper's actions on it. */
export function useHold(cart: HeldCart) {
  const t = useText(cartTexts, loadingTexts);
  const { mutate } = useSWRConfig();
  const changeCart = useCartChange();
  const [extended, setExtended] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const left = useSecondsHeld(cart);

  // Reads the cart again, because `holdExtendable` may have changed since the page was read. This read is
  // automatic and does not count as the visitor's activity.
  const readAgain = useEffectEvent(async () => {
    if (activity.isIdle()) return;
    const read = await call<Cart>(fetchRevisedCart, { unattended: true });
    if (read.ok) await mutate(keys.revisedCart, read.answer, { revalidate: false });
  });
  // When the places are held again, the refusal no longer applies.
  const held = left !== null && left > 0;
  useEffect(() => {
    if (held) setRefusal(null);
  }, [held]);

  const isReadAgain = left !== null && needsFreshRead(left);
  useEffect(() => {
    if (isReadAgain) void readAgain();
  }, [isReadAgain]);

  async function extend(): Promise<boolean> {
    setExtended(false);
    setRefusal(null);
    const outcome = await changeCart((api) => api.POST("/cart/extend"), { busy: t("loading.hold") });
    setExtended(outcome.ok);
    if (!outcome.ok) setRefusal(outcome.message);
    return outcome.ok;
  }

  /** The next read of the cart reclaims expired claims, unless the visitor's network address already holds too much. */
  async function holdAgain(): Promise<void> {
    setRefusal(null);
    const found = await mutate<Cart>(keys.revisedCart);
    if (found && secondsHeld(found.heldUntil, found.now) === 0) setRefusal(t("cart.not-held-again"));
  }

  return { hold: left === null ? null : holdState(left), extend, holdAgain, extended, refusal };
}
