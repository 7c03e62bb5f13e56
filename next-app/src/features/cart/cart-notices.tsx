"use client";

import Link from "next/link";
import { lazy, type Ref, Suspense } from "react";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ScriptButton } from "@/ui/script-button";
import { useHasBeenTrue } from "./use-cart-page";

// The notice is loaded on demand, because most carts have no incomplete passes.
const OpenPasses = lazy(async () => ({
  default: (await import("@/parts/open-passes/open-passes")).OpenPasses,
}));
// Most carts can be bought as they are.
const UnmetNotice = lazy(async () => ({
  default: (await import("@/parts/unmet-notice/unmet-notice")).UnmetNotice,
}));

type Props = {
  cart: Cart;
  rerouted: boolean;
  ordered: boolean;
  /** Whether a payment of the cart has been in progress at any time since the page was opened. */
  wasPaying: boolean;
  /** The message about the last change if it failed; otherwise null. */
  problem: string | null;
  /** The message that says why the cart could not be read; null if it was read. */
  readError: string | null;
  onReload: () => void;
  /** The element that receives focus when a problem is shown. */
  ref: Ref<HTMLDivElement>;
};

/** The notices about the cart, shown above its lines. */
export function CartNotices(props: Props) {
  const { cart, rerouted, ordered, wasPaying, problem, readError, onReload, ref } = props;
  const t = useText(alertTexts, cartTexts);
  // The notice stays until the page is left: it moves the focus when its last pass is removed.
  const hadOpenPasses = useHasBeenTrue(cart.openPasses > 0);
  return (
    <div className="grid gap-3 empty:hidden">
      {rerouted ? (
        <Alert tone="info" label={t("alert.info")} live={false}>
          {cart.cartEmpty ? t("cart.rerouted") : t("cart.rerouted-open")}{" "}
          {cart.cartEmpty && ordered ? <ConfirmationLink className="font-semibold" /> : null}
        </Alert>
      ) : null}
      {cart.paymentInProgress ? (
        <Alert tone="info" label={t("alert.info")}>
          {t("cart.paying")}
        </Alert>
      ) : hadOpenPasses ? (
        <Suspense>
          <OpenPasses cart={cart} />
        </Suspense>
      ) : null}
      {cart.unmet.length > 0 ? (
        <Suspense>
          <UnmetNotice cart={cart} />
        </Suspense>
      ) : null}
      {wasPaying && cart.cartEmpty ? (
        <Alert tone="success" label={t("alert.success")}>
          {t("cart.paid")} <ConfirmationLink className="font-semibold text-ok" />
        </Alert>
      ) : null}
      {problem || readError ? (
        <Alert
          ref={ref}
          tone="error"
          label={t("alert.error")}
          action={
            problem ? null : (
              <ScriptButton className="flex-none font-semibold underline" onClick={onReload}>
                {t("cart.reload")}
              </ScriptButton>
            )
          }
        >
          {problem ?? readError}
        </Alert>
      ) : null}
    </div>
  );
}

function ConfirmationLink({ className }: { className: string }) {
  const t = useText(cartTexts);
  return (
    <Link href={routes.confirmation()} prefetch={false} className={className}>
      {t("cart.see-confirmation")}
    </Link>
  );
}
