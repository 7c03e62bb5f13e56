"use client";

import Link from "next/link";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { UnmetNotice } from "@/parts/unmet-notice/unmet-notice";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";

/** What the checkout shows instead of its form while something keeps the cart from being bought: the reason, and a link to the cart. */
export default function UnmetCart({ cart }: { cart: Cart }) {
  const t = useText(checkoutTexts);
  return (
    <div className="grid gap-4">
      <UnmetNotice cart={cart} />
      <BuyBar place="plain">
        <Link href={routes.cart()} prefetch={false} className={`${buttonClass("primary")} max-lg:flex-1`}>
          {t("checkout.to-cart")}
        </Link>
      </BuyBar>
    </div>
  );
}
