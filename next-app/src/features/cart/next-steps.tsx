"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import type { Cart } from "@/api/types";
import { moreItemsPath, pathAfter } from "@/flow/sale-path";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { usePassCompletion } from "@/parts/open-passes/use-pass-completion";
import { asksHowToPay, dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { unmetNoticeId } from "@/parts/unmet-notice/unmet-notice-id";
import { cartTexts } from "@/text/areas/cart";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";

const quietLink = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/**
 * The links to more items and to checkout of a cart with lines, above and below the lines. On small screens the lower
 * link to checkout stays visible, so there are no links above the lines. Those above are plain links, so that the page
 * has one checkout button.
 */
export function NextSteps({ cart, place }: { cart: Cart; place: "top" | "bottom" }) {
  const t = useText(cartTexts, summaryTexts);
  const more = useMoreItemsPath();

  const addMore = (
    <Link
      href={more}
      prefetch={false}
      className={place === "top" ? quietLink : buttonClass("secondary", true)}
    >
      {t("cart.add-more")}
    </Link>
  );
  const isBlocked = cart.unmet.length > 0 && !cart.paymentInProgress;
  const wide = "max-w-56 flex-1 lg:max-w-none";

  if (place === "top") {
    return (
      <nav aria-label={t("cart.actions")} className="flex gap-6 max-lg:hidden">
        {addMore}
        {isBlocked ? null : <CheckoutLink cart={cart} className={quietLink} />}
      </nav>
    );
  }
  return (
    <div className="grid gap-3">
      <BuyBar place="plain">
        <p className="whitespace-nowrap lg:hidden" aria-hidden="true">
          <span className="legend block">
            {t(paysPartToday(cart) ? "summary.due-today" : "summary.total")}
          </span>
          <span className="figures text-xl font-bold">{formatMoney(dueToday(cart))}</span>
        </p>
        {isBlocked ? (
          <BlockedCheckout reason={unmetNoticeId} className={wide} />
        ) : (
          <CheckoutLink cart={cart} className={`${buttonClass("primary")} ${wide}`} />
        )}
      </BuyBar>
      {addMore}
    </div>
  );
}

/**
 * The checkout button of a cart that cannot be bought, for example because it is empty. It cannot be used, and moves focus
 * to the reason, which is the element with this id.
 */
export function BlockedCheckout({ reason, className }: { reason: string; className?: string }) {
  const t = useText(cartTexts);
  return (
    <Button
      appearance="secondary"
      blocked
      aria-describedby={reason}
      className={className}
      onClick={() => document.getElementById(reason)?.focus()}
    >
      {t("cart.next")}
    </Button>
  );
}

function CheckoutLink({ cart, className }: { cart: Cart; className: string }) {
  const t = useText(cartTexts);
  // Incomplete passes are completed before anything is paid.
  const completion = usePassCompletion(cart);
  return (
    // The checkout needs a full page load: after a client-side navigation the security headers of this page would still
    // apply, and they forbid the frame of the card form.
    <a
      href={
        completion?.href ??
        pathAfter("cart", { passesInvolved: false, installmentBilling: asksHowToPay(cart) })
      }
      className={className}
    >
      {t("cart.next")}
    </a>
  );
}

const subscribe = () => () => {};

/**
 * The path of the page where the shopper chose products. It is stored in the browser, so the server renders the path of
 * the home page.
 */
function useMoreItemsPath(): string {
  return useSyncExternalStore(subscribe, moreItemsPath, routes.home);
}
