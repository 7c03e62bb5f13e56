"use client";

import Link from "next/link";
import { keys, useApi } from "@/api/swr";
import type { Cart, CartReservation } from "@/api/types";
import { routes } from "@/lib/routes";
import { visitWhen } from "@/lib/visit-when";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/**
 * The reserved visit that is paid with the cart, and whether the payment still confirms it. Renders nothing if there is
 * none.
 */
export function CartVisit({ cart }: { cart: Pick<Cart, "itemGroups"> }) {
  const t = useText(alertTexts, cartTexts);
  const items = cart.itemGroups.flatMap((group) => group.items.map((item) => item.id)).join();
  // The reservation may change in another tab.
  const { data } = useApi<CartReservation>(keys.cartVisit(items), (api) => api.GET("/reservation/cart"), {
    keepPreviousData: true,
    revalidateOnFocus: true,
  });
  if (!data?.visit) return null;
  const park = data.visit.propertyName;
  if (!data.paidWithCart) {
    return (
      <Alert tone="warning" label={t("alert.warning")}>
        {t("cart.visit-not-confirmed", { park, when: visitWhen(data.visit) })}{" "}
        <Link
          href={data.reservationInProgress ? routes.reservationReview() : routes.reservationSite()}
          prefetch={false}
          className="inline-block min-h-6 font-semibold text-warn underline"
        >
          {t(data.reservationInProgress ? "cart.visit-go-on" : "cart.visit-again")}
        </Link>
      </Alert>
    );
  }
  return (
    <section aria-label={t("cart.visit")} className="card p-4 sm:p-6">
      <h2 className="text-lg leading-snug">{park}</h2>
      <p className="figures">{visitWhen(data.visit)}</p>
      <p className="text-ink-2">{t("cart.visit-confirmed-by-payment")}</p>
    </section>
  );
}
