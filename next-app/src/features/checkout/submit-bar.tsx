"use client";

import type { Ref } from "react";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { checkoutTexts } from "@/text/areas/checkout";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { SubmitButton } from "@/ui/form";

type Props = {
  cart: Cart;
  /** The name of the first field that must still be filled in. */
  missing: string | null;
  /** Called when the pointer or focus reaches the button, to load early what it opens. */
  onApproach: () => void;
  ref: Ref<HTMLDivElement>;
};

/** The total, the Checkout button, and the name of the first missing field. */
export function SubmitBar({ cart, missing, onApproach, ref }: Props) {
  const t = useText(checkoutTexts, summaryTexts);
  const total = formatMoney(dueToday(cart));
  return (
    <BuyBar
      ref={ref}
      place="plain"
      className="lg:justify-end"
      hint={{
        id: "checkout-hint",
        text: missing === null ? "" : t("checkout.still-needed", { what: missing }),
      }}
    >
      <p className="lg:hidden">
        <span className="legend">{t(paysPartToday(cart) ? "checkout.due-today" : "summary.total")}</span>
        <span className="figures block text-xl font-bold">{total}</span>
      </p>
      <SubmitButton
        className="max-w-64 flex-1 lg:min-w-64 lg:flex-none"
        blocked={missing !== null}
        aria-label={t("checkout.submit-name", { total })}
        aria-describedby="checkout-hint"
        onFocus={onApproach}
        onPointerEnter={onApproach}
      >
        {t("checkout.submit")}
        <span className="figures max-lg:hidden">{total}</span>
      </SubmitButton>
    </BuyBar>
  );
}
