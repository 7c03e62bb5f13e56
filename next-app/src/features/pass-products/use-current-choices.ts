"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { call } from "@/api/call";
import { useEarlierData } from "@/lib/use-is-fresh";
import { type Choosing, choicesInCart } from "./products-state";

type Current = { choices: Choosing[]; billingBlocked: boolean };

/**
 * What the server sent with the page. After Back it is from an earlier visit: the passes are then read again, and have
 * the products that were chosen. The page itself is not read again, because it would redirect a shopper who has chosen
 * all products. Null while the passes are read.
 */
export function useCurrentChoices(choices: Choosing[], billingBlocked: boolean): Current | null {
  const router = useRouter();
  const earlier = useEarlierData(choices);
  const [current, setCurrent] = useState<Current | null>(null);
  useEffect(() => {
    if (earlier === null) return;
    let left = false;
    call((api) => api.GET("/cart/pass"), { unattended: true }).then((outcome) => {
      if (left) return;
      const stillThere = outcome.ok ? choicesInCart(earlier, outcome.answer.passes) : [];
      if (!outcome.ok || stillThere.length === 0) return router.refresh();
      setCurrent({ choices: stillThere, billingBlocked: outcome.answer.installmentBillingBlocked });
    });
    return () => {
      left = true;
    };
  }, [earlier, router]);
  return choices === earlier ? current : { choices, billingBlocked };
}
