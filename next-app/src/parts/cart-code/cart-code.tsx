"use client";

import Link from "next/link";
import { lazy, Suspense, useRef, useState } from "react";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { cartCodeTexts } from "@/text/areas/cart-code";
import { useText } from "@/text/use-text";
import { Disclosure } from "@/ui/disclosure";

const loadFields = () => import("./code-fields");
// The field is loaded when it is opened, because most shoppers have no code.
const CodeFields = lazy(loadFields);
const AppliedSales = lazy(() => import("./applied-sales"));

/** The codes and offers that the cart uses, and a closed disclosure with a field for another one. Renders nothing while the cart cannot be changed. */
export function CartCode({ cart }: { cart: Cart }) {
  const t = useText(cartCodeTexts);
  // Counted, because the browser reports two presses in quick succession as one: opened again, though it was open.
  const [timesOpened, setTimesOpened] = useState(0);
  const place = useRef<HTMLElement>(null);
  const hasSale = cart.itemGroups.some(({ items }) =>
    items.some(({ promotionName, saleFlowId }) => promotionName && saleFlowId !== 1),
  );
  // The sales stay until the page is left, because they report that the last one was removed.
  const [hadSale, setHadSale] = useState(hasSale);
  if (hasSale && !hadSale) setHadSale(true);
  if (cart.cartEmpty || cart.paymentInProgress) return null;
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t("cart-code.title")}
      className="card px-4 py-2 lg:px-6"
      onPointerEnter={loadFields}
      onFocus={loadFields}
    >
      {hadSale ? (
        <Suspense>
          <AppliedSales cart={cart} place={place} />
        </Suspense>
      ) : null}
      <Disclosure
        title={t("cart-code.title")}
        onToggle={(open) => setTimesOpened((times) => (open ? times + 1 : times))}
      >
        <noscript>
          <Link href={routes.promotion()}>{t("cart-code.enter")}</Link>
        </noscript>
        {timesOpened > 0 ? (
          <Suspense fallback={<div className="min-h-20" />}>
            <CodeFields cart={cart} timesOpened={timesOpened} />
          </Suspense>
        ) : null}
      </Disclosure>
    </section>
  );
}
