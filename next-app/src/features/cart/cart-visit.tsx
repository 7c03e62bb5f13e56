"use client";

import { keys, useApi } from "@/api/swr";
import type { CartGroup, Reservation } from "@/api/types";
import { visitWhen } from "@/lib/visit-when";
import { cartTexts } from "@/text/areas/cart";
import { useText } from "@/text/use-text";

/** The visit that is confirmed when the cart is paid for; nothing in most carts. */
export function CartVisit({ groups }: { groups: CartGroup[] }) {
  const t = useText(cartTexts);
  const items = groups.flatMap((group) => group.items.map((item) => item.id)).join();
  const { data } = useApi<Reservation>(keys.cartVisit(items), (api) => api.GET("/reservation"), {
    keepPreviousData: true,
  });
  if (!data?.paidWithCart || !data.visit) return null;
  return (
    <section aria-label={t("cart.visit")} className="card p-4 sm:p-6">
      <h2 className="text-lg leading-snug">{data.visit.propertyName}</h2>
      <p className="figures">{visitWhen(data.visit)}</p>
      <p className="text-ink-2">{t("cart.visit-confirmed-by-payment")}</p>
    </section>
  );
}
