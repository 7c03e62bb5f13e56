"use client";

import { useState } from "react";
import { useCart } from "@/api/swr";
import { pathAfter } from "@/flow/sale-path";
import { roundUpAmount } from "@/lib/donation-rules";
import { formatMoney } from "@/lib/money";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { donateTexts } from "@/text/areas/donate";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { FieldFrame, fieldClass } from "@/ui/field";
import { StickyColumn } from "@/ui/sticky-column";
import { Choice } from "./choice";
import { CustomAmount } from "./custom-amount";
import type { Donating } from "./fetch-donation";

/** A donation offer with three equal answers: round up, another amount, none. */
export function DonationScreen({ cart: initialCart, offer }: Donating) {
  const t = useText(donateTexts, summaryTexts);
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  // Reads the cart without revising it: the cart and checkout pages report revisions.
  const { data: cart = initialCart } = useCart({ fallbackData: initialCart });
  const { problem, setProblem, alert } = useProblem();
  const [giving, setGiving] = useState<number | null>(null);
  const next = pathAfter("donate", { passesInvolved: false, installmentBilling: false });
  const { product } = offer;

  // While rounding up is being sent the row stays, even when the cart is already a whole amount.
  const [rounding, setRounding] = useState<number | null>(null);
  const roundUp = rounding ?? roundUpAmount(cart.cartTotal, offer);

  async function give(amount: number): Promise<void> {
    setProblem(null);
    setGiving(amount);
    const items = [{ productVariantId: product.extVariantId, amount }];
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add-donation", { body: { items, reSubmitContext } }),
      { busy: t("donate.loading") },
    );
    if (outcome !== "kept" && outcome.ok) {
      // A full page load, because only the checkout's own document may frame the card form.
      window.location.assign(next);
      return;
    }
    setGiving(null);
    setRounding(null);
    if (outcome !== "kept") setProblem(outcome.message);
  }

  const busy = giving !== null && question === null;

  return (
    <div className="frame grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
      <article className="card overflow-hidden">
        <header className="grid gap-3 p-4 sm:p-8">
          <h1 className="text-h1">{product.productDisplayName}</h1>
          {product.productShortDescription ? (
            <p className="max-w-prose text-lg text-ink-2">{product.productShortDescription}</p>
          ) : null}
          {product.productLongDescription ? (
            <div className="prose" dangerouslySetInnerHTML={{ __html: product.productLongDescription }} />
          ) : null}
          {product.productDisclaimer ? (
            <p className="max-w-prose text-sm text-ink-2">{product.productDisclaimer}</p>
          ) : null}
        </header>
        <hr className="perforation" />
        <div className="grid gap-5 p-4 sm:gap-6 sm:p-8">
          <ProblemAlert problem={problem} alert={alert} />
          {roundUp === null ? null : (
            <FieldFrame label={t("donate.round-up-label")}>
              {(aria) => (
                <Choice>
                  <input
                    {...aria}
                    readOnly
                    className={`${fieldClass} figures`}
                    value={formatMoney(roundUp)}
                  />
                  <Button
                    look="secondary"
                    wide
                    className="max-sm:px-2"
                    busy={busy}
                    onClick={() => {
                      setRounding(roundUp);
                      give(roundUp);
                    }}
                  >
                    {t("donate.give", { amount: formatMoney(roundUp) })}
                  </Button>
                </Choice>
              )}
            </FieldFrame>
          )}
          <CustomAmount
            label={t(roundUp === null ? "donate.only-label" : "donate.own-label")}
            busy={busy}
            onGive={(amount) => give(amount)}
          />
          <Choice>
            <p className="min-w-0">
              <span className="legend block">{t("summary.total")}</span>
              <span className="figures font-semibold">{formatMoney(cart.cartTotal)}</span>
            </p>
            <a href={next} className={`${buttonClass("secondary", true)} max-sm:px-2`}>
              {t("donate.decline")}
            </a>
          </Choice>
        </div>
      </article>
      <StickyColumn>
        <aside>
          <SummaryWithLines cart={cart} />
        </aside>
      </StickyColumn>
      {question}
    </div>
  );
}
