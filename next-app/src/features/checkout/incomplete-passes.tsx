"use client";

import Link from "next/link";
import type { Cart } from "@/api/types";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { OpenPasses } from "@/parts/open-passes/open-passes";
import { usePassCompletion } from "@/parts/open-passes/use-pass-completion";
import { buttonClass } from "@/ui/button";

/** What the checkout shows instead of its form while passes are incomplete: the reason, and the way to complete them. */
export default function IncompletePasses({ cart }: { cart: Cart }) {
  const completion = usePassCompletion(cart);
  return (
    <div className="grid gap-4">
      <OpenPasses cart={cart} />
      {completion ? (
        <BuyBar place="plain">
          <Link href={completion.href} prefetch={false} className={`${buttonClass("primary")} max-lg:flex-1`}>
            {completion.text}
          </Link>
        </BuyBar>
      ) : null}
    </div>
  );
}
