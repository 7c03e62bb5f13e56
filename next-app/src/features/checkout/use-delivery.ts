"use client";

import { keys, useApi } from "@/api/swr";
import type { Cart, DeliveryMethod, WithheldDelivery } from "@/api/types";
import type { CheckoutFacts } from "./checkout-form";

type Delivery = Pick<CheckoutFacts, "deliveryMethods" | "withheld">;

/**
 * The delivery methods of the current cart. `initial` was sent with the page. The methods are loaded again when the
 * lines change, because lines may be removed while the page is open.
 */
export function useDelivery(cart: Pick<Cart, "itemGroups">, initial: Delivery): Delivery {
  const lines = JSON.stringify(
    cart.itemGroups.map(({ performanceDate, items }) => [performanceDate, items.map(({ id }) => id)]),
  );
  // The earlier methods stay until the response for the changed lines arrives.
  const options = { revalidateOnMount: false, keepPreviousData: true, shouldRetryOnError: true };
  const { data: deliveryMethods = initial.deliveryMethods } = useApi<DeliveryMethod[]>(
    keys.deliveryMethods(lines),
    (api) => api.GET("/cart/delivery-method"),
    { ...options, fallbackData: initial.deliveryMethods },
  );
  const { data: withheld = initial.withheld } = useApi<WithheldDelivery[]>(
    keys.withheldDelivery(lines),
    (api) => api.GET("/cart/delivery-method/withheld"),
    { ...options, fallbackData: initial.withheld },
  );
  return { deliveryMethods, withheld };
}
