"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense } from "react";
import { useMiniCart } from "@/api/swr";
import { routes } from "@/lib/routes";

const ExchangeNotice = lazy(() => import("../exchange-notice/exchange-notice"));

/** The notice about an exchange, on all pages but the cart. Renders nothing without one. */
export function Exchange() {
  const { data } = useMiniCart();
  const path = usePathname();
  if (!data?.isExchange || path === routes.cart()) return null;
  return (
    <Suspense>
      <ExchangeNotice />
    </Suspense>
  );
}
