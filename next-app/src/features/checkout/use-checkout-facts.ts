"use client";

import { useMemo } from "react";
import { keys, useApi } from "@/api/swr";
import type { Cart, PaymentMethod } from "@/api/types";
import { agreedTerms } from "@/parts/payment-plan/plan";
import { type CheckoutFacts, isFree } from "./checkout-form";
import { useDelivery } from "./use-delivery";

const none: PaymentMethod[] = [];

/** The methods and terms for the current cart. `initial` was sent with the page. */
export function useCheckoutFacts(cart: Cart, initial: CheckoutFacts): CheckoutFacts {
  const planTerms = agreedTerms(cart);
  const paysByPlan = planTerms !== null;
  const { data: paymentMethods = none } = useApi<PaymentMethod[]>(
    keys.paymentMethods(paysByPlan),
    (api) => api.GET("/cart/payment-method"),
    {
      fallbackData: paysByPlan === (initial.planTerms !== null) ? initial.paymentMethods : undefined,
      revalidateIfStale: false,
      shouldRetryOnError: true,
    },
  );
  const { deliveryMethods, withheld } = useDelivery(cart, initial);
  const free = isFree(cart);
  const { questions } = cart;
  return useMemo(
    () => ({ ...initial, deliveryMethods, withheld, paymentMethods, planTerms, questions, free }),
    [initial, deliveryMethods, withheld, paymentMethods, planTerms, questions, free],
  );
}
