"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useMiniCart } from "@/api/swr";
import { routes } from "@/lib/routes";
import { miniCartTexts } from "@/text/areas/mini-cart";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { headerLinkClass } from "../account-links/header-link-class";

/**
 * The cart link with the number of items. The number is rendered in the browser only, so that the page's HTML is the
 * same for all visitors. Its slot has its full size from the start.
 */
export function MiniCart() {
  const t = useText(miniCartTexts);
  const { data } = useMiniCart();
  const count = data?.itemCount ?? 0;
  const announced = useChange(data?.itemCount);

  const name =
    data === undefined || count === 0
      ? t("mini-cart.name")
      : count === 1
        ? t("mini-cart.one")
        : t("mini-cart.many", { count });
  const announcement =
    announced === null
      ? ""
      : announced === 0
        ? t("mini-cart.updated-empty")
        : announced === 1
          ? t("mini-cart.updated-one")
          : t("mini-cart.updated-many", { count: announced });

  return (
    <>
      <Link href={routes.cart()} prefetch={false} aria-label={name} className={`relative ${headerLinkClass}`}>
        <Icon name="cart" size={22} />
        <span aria-hidden="true" className="sm:hidden">
          {t("mini-cart.name")}
        </span>
        {/* Separates the word from the number for software that reads the text as shown. */}{" "}
        {count > 0 ? (
          <span className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand">
            {count > 99 ? "99+" : count}
          </span>
        ) : null}
      </Link>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

/** Returns the new count after a change. The first count of a page is not a change. */
function useChange(count: number | undefined): number | null {
  const previous = useRef<number | undefined>(undefined);
  const [changed, setChanged] = useState<number | null>(null);
  useEffect(() => {
    if (count === undefined) return;
    if (previous.current !== undefined && previous.current !== count) setChanged(count);
    previous.current = count;
  }, [count]);
  return changed;
}
